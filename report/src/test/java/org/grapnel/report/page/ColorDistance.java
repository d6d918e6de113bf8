package org.grapnel.report.page;

/**
 * CIEDE2000, the distance of two colours as people see it; 1 is just noticeable. Sharma, Wu and Dalal, The CIEDE2000 color-difference formula, Color
 * Research and Application 30 (2005).
 */
final class ColorDistance {
    private static final double CHROMA = Math.pow(25, 7);

    private ColorDistance() {}

    /** Returns the distance of two colours written as {@code #rrggbb}. */
    static double between(String first, String second) {
        return between(lab(first), lab(second));
    }

    /** Returns L, a and b of a colour of the sRGB space under daylight D65. */
    private static double[] lab(String hex) {
        double[] rgb = new double[3];
        for (int i = 0; i < 3; i++) {
            double c = Integer.parseInt(hex.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            rgb[i] = c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
        }
        double x = f((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047);
        double y = f(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2]);
        double z = f((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double f(double t) {
        return t > 216.0 / 24389 ? Math.cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }

    static double between(double[] p, double[] q) {
        double stretch = 1 + 0.5 * (1 - weight((Math.hypot(p[1], p[2]) + Math.hypot(q[1], q[2])) / 2));
        double c1 = Math.hypot(stretch * p[1], p[2]);
        double c2 = Math.hypot(stretch * q[1], q[2]);
        double h1 = hue(p[2], stretch * p[1]);
        double h2 = hue(q[2], stretch * q[1]);
        double turn = c1 * c2 == 0 ? 0 : Math.IEEEremainder(h2 - h1, 360);
        double hue = 2 * Math.sqrt(c1 * c2) * sin(turn / 2);
        double l = (p[0] + q[0]) / 2;
        double c = (c1 + c2) / 2;
        double h = c1 * c2 == 0 ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
        double t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.20 * cos(4 * h - 63);
        double byL = (q[0] - p[0]) / (1 + 0.015 * (l - 50) * (l - 50) / Math.sqrt(20 + (l - 50) * (l - 50)));
        double byC = (c2 - c1) / (1 + 0.045 * c);
        double byH = hue / (1 + 0.015 * c * t);
        double rotation = -sin(60 * Math.exp(-(h - 275) / 25 * ((h - 275) / 25))) * 2 * weight(c);
        return Math.sqrt(byL * byL + byC * byC + byH * byH + rotation * byC * byH);
    }

    private static double weight(double chroma) {
        double seventh = Math.pow(chroma, 7);
        return Math.sqrt(seventh / (seventh + CHROMA));
    }

    private static double hue(double b, double a) {
        return (Math.toDegrees(Math.atan2(b, a)) + 360) % 360;
    }

    private static double sin(double degrees) {
        return Math.sin(Math.toRadians(degrees));
    }

    private static double cos(double degrees) {
        return Math.cos(Math.toRadians(degrees));
    }
}
