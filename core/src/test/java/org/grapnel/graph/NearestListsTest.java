package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

/** Lists of the nearest points, against sorting all offers. */
class NearestListsTest {
    private record Offer(int point, float square) {}

    /** Offers with ties and repetitions: the square is a function of the point, as a distance is. */
    private static List<Offer> offers(long seed, int count) {
        List<Offer> offers = new ArrayList<>();
        for (int q = 0; q < count; q++) {
            int point = 1 + TestMatrices.below(60, seed, q, 0);
            offers.add(new Offer(point, point * 7 % 13 / 4f));
        }
        return offers;
    }

    private static List<Integer> nearest(List<Offer> offers, int width) {
        return offers.stream()
                .distinct()
                .sorted(Comparator.comparingDouble(Offer::square).thenComparingInt(Offer::point))
                .limit(width)
                .map(Offer::point)
                .toList();
    }

    private static List<Integer> list(NearestLists lists) {
        List<Integer> points = new ArrayList<>();
        for (int q = 0; q < lists.width(); q++) if (lists.point(0, q) >= 0) points.add(lists.point(0, q));
        return points;
    }

    @Test
    void aListHoldsTheNearestOffersInAnyOrderOfArrival() {
        for (int seed = 0; seed < 200; seed++) {
            List<Offer> offers = offers(seed, 1 + TestMatrices.below(80, seed, 0, 1));
            for (int width : new int[] {1, 4, 16}) {
                List<Integer> expected = nearest(offers, width);
                Collections.rotate(offers, offers.size() / 3);
                Collections.reverse(offers);
                NearestLists one = new NearestLists(1, width);
                for (Offer offer : offers) one.offer(0, offer.point, offer.square);
                assertThat(list(one)).isEqualTo(expected);
                // in pieces of several offers at once
                NearestLists many = new NearestLists(1, width);
                NearestLists.Merger merger = new NearestLists.Merger(width);
                for (int from = 0; from < offers.size(); from += 7) {
                    List<Offer> some = offers.subList(from, Math.min(offers.size(), from + 7)).stream()
                            .distinct()
                            .toList();
                    int[] points = some.stream().mapToInt(Offer::point).toArray();
                    float[] squares = new float[points.length + 1];
                    for (int q = 0; q < points.length; q++) squares[q] = some.get(q).square;
                    many.offerAll(0, points, squares, points.length, -1, merger);
                }
                assertThat(list(many)).isEqualTo(expected);
                assertThat(many.limit(0)).isEqualTo(one.limit(0));
            }
        }
    }

    @Test
    void thePlaceOfThePointItselfIsLeftOut() {
        NearestLists lists = new NearestLists(3, 2);
        lists.offerAll(1, new int[] {0, 1, 2}, new float[] {4, 0, 1}, 3, 1, new NearestLists.Merger(2));
        assertThat(lists.point(1, 0)).isEqualTo(2);
        assertThat(lists.point(1, 1)).isZero();
        assertThat(lists.limit(1)).isEqualTo(4);
        assertThat(lists.point(0, 0)).isEqualTo(-1);
    }

    @Test
    void entriesStayUsedUntilTheListsAreWidened() {
        NearestLists lists = new NearestLists(1, 3);
        lists.offer(0, 5, 2);
        assertThat(lists.isFresh(0, 0)).isTrue();
        lists.markUsed(0, 0);
        lists.offer(0, 5, 2); // known
        lists.offer(0, 4, 1);
        assertThat(lists.isFresh(0, 0)).isTrue();
        assertThat(lists.isFresh(0, 1)).isFalse();
        assertThat(lists.point(0, 2)).isEqualTo(-1);
        lists.offerAll(0, new int[] {5, 6}, new float[] {2, 3}, 2, -1, new NearestLists.Merger(3));
        assertThat(lists.isFresh(0, 1)).isFalse();
        assertThat(lists.limit(0)).isEqualTo(3);
        NearestLists wide = lists.widen(5);
        assertThat(list(wide)).containsExactly(4, 5, 6);
        assertThat(wide.isFresh(0, 1)).isTrue();
        assertThat(wide.limit(0)).isEqualTo(Float.POSITIVE_INFINITY);
    }
}
