package org.grapnel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The house: data flow one way. */
class LayeringTest {
    /** From left to right; a package imports only from its left. */
    private static final List<String> ROOMS =
            List.of("linalg", "data", "graph", "select", "model", "solve", "cluster", "embed", "transform", "evaluate");

    private static final String FACADE = "org.grapnel";

    /** To the right of the facade, from left to right. */
    private static final List<String> BEYOND = List.of("compare", "tune");

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(FACADE);

    private static String name(String room) {
        return FACADE + "." + room;
    }

    private static Set<String> packages() {
        return ALL.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        List<String> known =
                new ArrayList<>(ROOMS.stream().map(LayeringTest::name).toList());
        known.add(FACADE);
        BEYOND.stream().map(LayeringTest::name).forEach(known::add);
        assertThat(packages()).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void aPackageImportsOnlyFromItsLeft() {
        for (int i = 0; i < ROOMS.size(); i++) {
            String[] right = ROOMS.subList(i + 1, ROOMS.size()).stream()
                    .map(room -> name(room) + "..")
                    .toArray(String[]::new);
            if (right.length > 0)
                noClasses()
                        .that()
                        .resideInAPackage(name(ROOMS.get(i)) + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(right)
                        .check(ALL);
        }
    }

    @Test
    void noRoomToItsLeftSeesTheFacade() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOMS.stream().map(room -> name(room) + "..").toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FACADE)
                .check(ALL);
    }

    @Test
    void nobodySeesWhatLiesToTheRightOfTheFacade() {
        List<String> left =
                new ArrayList<>(ROOMS.stream().map(room -> name(room) + "..").toList());
        left.add(FACADE);
        for (String beyond : BEYOND) {
            noClasses()
                    .that()
                    .resideInAnyPackage(left.toArray(String[]::new))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(name(beyond) + "..")
                    .check(ALL);
            left.add(name(beyond) + "..");
        }
    }

    @Test
    void everyPackageSaysWhatItIs() throws ClassNotFoundException {
        for (String name : packages()) {
            Class<?> info = Class.forName(name + ".package-info");
            assertThat(info.isAnnotationPresent(org.jspecify.annotations.NullMarked.class))
                    .as(name)
                    .isTrue();
        }
    }

    @Test
    void publicRecordsHoldNoArrays() {
        classes()
                .that()
                .areRecords()
                .and()
                .haveModifier(JavaModifier.PUBLIC)
                .should(new ArchCondition<>("have no array component") {
                    @Override
                    public void check(JavaClass record, ConditionEvents events) {
                        for (RecordComponent component : record.reflect().getRecordComponents())
                            if (component.getType().isArray())
                                events.add(SimpleConditionEvent.violated(
                                        record, record.getName() + " holds the array " + component.getName()));
                    }
                })
                .check(ALL);
    }
}
