package org.grapnel.spark;

import java.io.Serializable;

/**
 * What a step of one partition starts from.
 *
 * @param here the columns at hand
 * @param before those before
 * @param remembered those that the bounds refer to, empty where there are none
 */
record Around(Slice here, Slice before, Slice remembered) implements Serializable {
    Around withoutSums() {
        return new Around(here.withoutSums(), before.withoutSums(), remembered.withoutSums());
    }
}
