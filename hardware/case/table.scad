// The table's case: a roof whose two slopes face the two pairs, each with its clock button and its display; the screen lies
// on top. Prints in two large parts (bed of 250 x 210 or 220 x 220) and small ones, without supports: the shell lies on its
// top, a button's seat on its face.
//   openscad -D 'part="shell"' -D 'display="touch2"' -o shell.stl table.scad
include <common.scad>
include <bodies.scad>
include <coupon.scad>

part = "assembly";   // shell, base, clamp, bar, hatch, seat, coupon as they are printed; in_shell, ... as they stand; body_..., stage_...
display = "touch1";  // touch1, touch2, hdmi, hdmi-low (measure yours)
small = "1.3";       // the pairs' displays: 0.96, 1.3, 2.42
buttons = "30";      // 24, 30, 60
board = "pi5";       // pi4 (and 3 B+), pi5, zero

glass = panel(display)[0];
seen = panel(display)[1];
seen_at = panel(display)[5];   // the picture's middle from the glass's
on_hdmi = display == "hdmi" || display == "hdmi-low";
glass_t = panel(display)[2];

rim = [9.5, 7];
top_t = 3;
skirt = buttons == "60" ? 26 : 22;   // upright foot of the slopes: cables need room between HAT and display, long buttons more
rise = 56;           // height of the slopes
top = [max(glass[0] + 2 * rim[0], 213), glass[1] + 2 * rim[1]];
run = min(38, (208 - top[1]) / 2);   // how far they reach out: the bed is 210 deep; 34 degrees from upright print as they are
high = skirt + rise;
deep = top[1] + 2 * run;
lean = atan2(rise, run);
post_h = 6;          // the board stands on posts of this height
bosses = [for (x = [-1, 1], y = [-1, 1]) [x * (top[0] / 2 - 6), y * (top[1] / 2 + 20)]];

// The board: its left lower corner. The USB sockets of a Pi 4 or 5 end in the right wall; a Zero stands to the left, where
// its plugs miss the button.
board_at = [top[0] / 2 - 0.3 - 3 - 85 - (board == "zero" ? 30 : 0), -28];
board_z = floor_t + post_h;
function board_posts() = [for (x = [-1, 1], y = [-1, 1])
    board_at + pi_middle(board) + [x * pi_holes(board)[0] / 2, y * pi_holes(board)[1] / 2]];
hat_y = board_at[1] + (board == "zero" ? 30 - 56 : 0);
// A Zero stands on four spacers, but only two of them are below holes of the HAT: a prop carries its front edge, between
// the plugs and where no pins stick out.
prop = [board_at[0] + 26, hat_y + 3];
spacer = board == "pi5" ? 16 : 11;   // between board and HAT; a cooler needs the longer one
card_y = board_at[1] + (board == "zero" ? 16.7 : 28);
hatch = [26, 24];
hatch_at = [board_at[0] - 5, card_y];
cable_at = -68;    // where the supply's cable leaves through the right wall
port_low = floor_t + post_h + pcb_t - 1;

// Clamps: their posts stand beside the glass; the finger goes up to it and leaves `clamp_pressed` for a pad of `clamp_pad`.
clamp_pad = 1.0;
clamp_pressed = 0.7;
clamp_post = 9;
clamp_t = 4;
clamp_finger = 7;    // over the glass
clamps = [for (x = [-1, 1], y = [-0.3, 0.3]) [x * (glass[0] / 2 + gap + 3.2), y * glass[1], x]];

module outline(low) {   // seen from the short side
    polygon([[-deep / 2, low], [deep / 2, low], [deep / 2, skirt], [top[1] / 2, high], [-top[1] / 2, high], [-deep / 2, skirt]]);
}

module along(length) { rotate([90, 0, 90]) translate([0, 0, -length / 2]) linear_extrude(length) children(); }

module hollow() {
    along(top[0] - 2 * wall) intersection() {
        offset(delta = -wall) outline(-wall - 1);
        translate([-deep, -1]) square([2 * deep, high - top_t + 1]);
    }
}

// Places on the slope of the pair at -y: origin in its middle, z outwards, y up the slope.
module on_slope() {
    translate([0, -top[1] / 2 - run / 2, skirt + rise / 2]) rotate([lean, 0, 0]) children();
}

module both_pairs() { for (turn = [0, 180]) rotate(turn) children(); }

button_x = 70;   // its seat between the plugs of the board and the screws of the corners
oled_x = -40;

// A fist on a button. At worst it presses along the button's axis with any force F, `press` degrees from upright. Across
// the table goes F sin(press), onto it F cos(press), so with feet of friction mu it slides where
//   F sin(press) > mu (weight + F cos(press)),
// and however hard the fist is, it does not where tan(press) <= mu. Rubber on dry wood has 0.7 to 0.9 in tables of
// friction (assumed; not measured); we count with 0.5, for dust and a tablecloth: press <= 26.5. The slopes are far steeper,
// so each button has a seat of its own on them. It tips over where the line of the force meets the table outside the feet:
// a button far up has that line far inside. tools/case_check.py measures both on the drawing.
press = 25;
face_t = 3;          // what a button is clamped to
seat_wall = 6;       // round the nut; the screws go into it
bore = button(buttons)[5];
seat_d = bore + 2 * seat_wall;
// The face's middle on the slope: its upper edge stands 2 mm out of it, its foot ends within it.
seat_z = seat_d / 2 * sin(lean - press) + 2;
seat_y = 1.5 + seat_z * tan(lean - press);
seat_screws = [-20, 20, 160, 200];   // degrees round the seat

// Places on a button's face, z along its axis.
module on_button() { on_slope() translate([button_x, seat_y, seat_z]) rotate([press - lean, 0, 0]) children(); }
// The places of a seat's screws, on the slope, where the middle of its wall is half-way along the screw.
module at_seat_screws() {
    half = (m25_8[4] - wall) / 2;
    for (a = seat_screws)
        translate([button_x + (bore + seat_wall) / 2 * cos(a), 1.5 + (bore + seat_wall) / 2 * sin(a) / cos(lean - press) + half * tan(lean - press), 0]) children();
}

// The slope's places as a button's face has them.
module from_slope() { rotate([lean - press, 0, 0]) translate([-button_x, -seat_y, -seat_z]) children(); }

// A button's seat, its face at z = 0: a ring that ends on the slope.
module seat() {
    difference() {
        translate([0, 0, -2 * seat_d]) cylinder(h = 2 * seat_d, d = seat_d);
        from_slope() translate([-200, -200, -200]) cube([400, 400, 200]);
        translate([0, 0, -2 * seat_d - face_t]) cylinder(h = 2 * seat_d, d = bore);
        translate([0, 0, -face_t - 1]) cylinder(h = face_t + 2, d = button(buttons)[0] + 0.4);
        from_slope() at_seat_screws() translate([0, 0, -eps]) cylinder(h = m25_8[4] - wall + room, d = m25_8[1]);
    }
}

module shell() {
    difference() {
        union() {
            difference() {
                along(top[0]) outline(0);
                hollow();
            }
            intersection() {
                along(top[0] - 1) outline(0);
                union() {
                    for (b = bosses) translate([b[0], b[1], floor_t + 0.2]) cylinder(h = high, d = 9);
                    for (c = clamps) translate([c[0], c[1], high - top_t - clamp_post]) cylinder(h = clamp_post + 1, d = 6.4);
                    // ribs that the glass lies between
                    translate([0, 0, high - top_t - 1.2]) linear_extrude(1.5) difference() {
                        square([glass[0] + 2 * gap + 2.4, glass[1] + 2 * gap + 2.4], center = true);
                        square([glass[0] + 2 * gap, glass[1] + 2 * gap], center = true);
                    }
                    both_pairs() on_slope() translate([oled_x, 0, -wall]) oled_seat(small);
                }
            }
        }
        // the screen, with a bevel for fingers
        translate([seen_at[0], seen_at[1], high - top_t]) hull() {
            translate([0, 0, -0.1]) linear_extrude(0.1) square(seen, center = true);
            translate([0, 0, top_t]) linear_extrude(0.1) square([seen[0] + 2 * top_t, seen[1] + 2 * top_t], center = true);
        }
        both_pairs() on_slope() {
            at_seat_screws() translate([0, 0, -wall - 1]) cylinder(h = wall + 2, d = m25_8[2]);
            translate([oled_x, 0, 0]) window(small, wall);
            translate([oled_x, 0, -wall]) oled_pilots(small);
        }
        both_pairs() on_button() translate([0, 0, -seat_z / cos(lean - press) - bore]) cylinder(h = 2 * bore + seat_z, d = bore);
        for (b = bosses) translate([b[0], b[1], 0]) cylinder(h = floor_t + m3_16[4] - floor_t + room, d = m3_16[1]);
        for (c = clamps) translate([c[0], c[1], high - top_t - clamp_post - eps]) cylinder(h = m25_10[4] - clamp_t + room, d = m25_10[1]);
        // sockets of the board, open below: the shell is lowered over them. The base closes what is left.
        if (board != "zero") translate([top[0] / 2 - wall - 1, board_at[1] + 0.5, -1]) cube([wall + 2, 56, board_z + pcb_t + 17.5]);
        // the supply's cable; its notch is open below: the plug goes through first
        translate([top[0] / 2 - wall - 1, cable_at - 4, -1]) cube([wall + 2, 8, board_z + 7]);
        // air: in at the left and through the base, out above the board
        for (y = [-28 : 8 : 28]) translate([-top[0] / 2 - 1, y - 1.5, 22]) cube([wall + 2, 3, 24]);
        for (y = [-24 : 8 : 24]) translate([top[0] / 2 - wall - 1, y - 1.5, 36]) cube([wall + 2, 3, 14]);
        // sound of the HAT
        for (a = [0 : 60 : 300]) translate([-top[0] / 2 - 1, 46 + 5 * cos(a), 34 + 5 * sin(a)]) rotate([0, 90, 0]) cylinder(h = wall + 2, d = 2.4);
    }
}

module base() {
    size = [top[0] - 2 * wall - 2 * gap, deep - 2 * wall - 2 * gap];
    difference() {
        union() {
            rounded([size[0], size[1], floor_t], 1);
            for (p = board_posts()) translate([p[0], p[1], floor_t - eps]) cylinder(h = post_h + eps, d = 6.2);
            if (board == "zero") translate([prop[0], prop[1], floor_t - eps]) cylinder(h = post_h + pcb_t + spacer - 0.1 + eps, d = 6);
            if (board != "zero") {   // fills the notch of the sockets up to the board
                translate([size[0] / 2 - 3, board_at[1] + 0.5 + gap, 0]) cube([wall + gap + 2.8, 56 - 2 * gap, floor_t]);
                translate([size[0] / 2 + gap + 0.4, board_at[1] + 0.5 + gap, 0]) cube([wall - 0.6, 56 - 2 * gap, port_low - 0.4]);
            }
            // the rim that the hatch lies on
            translate([hatch_at[0] - hatch[0] / 2 - 2, hatch_at[1] - hatch[1] / 2 - 2, 0]) cube([hatch[0] + 4, hatch[1] + 4, floor_t]);
            translate([hatch_at[0] - hatch[0] / 2 + 4, hatch_at[1] + hatch[1] / 2 + 3.6, 0]) cylinder(h = floor_t + 4, d = 6.4);
        }
        for (p = board_posts()) translate([p[0], p[1], floor_t + post_h - 7]) cylinder(h = 8, d = m25_8[1]);
        for (b = bosses) translate([b[0], b[1], 0]) {
            translate([0, 0, -1]) cylinder(h = floor_t + 2, d = m3_16[2]);
            translate([0, 0, -eps]) cylinder(h = 1.7, d1 = m3_16[3] + 0.6, d2 = m3_16[2]);
        }
        // air right under the board, between its posts
        for (x = [22 : 9 : 67]) if (x < pi_size(board)[0] - 8)
            translate([board_at[0] + x, board_at[1] + (board == "zero" ? 6 : 9), -1]) cube([4, pi_size(board)[1] - (board == "zero" ? 12 : 18), floor_t + 2]);
        // the hatch for the card: hole, ledge from below, its screw, the slot of its tongue
        translate([hatch_at[0], hatch_at[1], -eps]) wedge(hatch + [2 * gap, 2 * gap], floor_t + 1);
        translate([hatch_at[0] - hatch[0] / 2 + 4, hatch_at[1] + hatch[1] / 2 + 3.6, -eps]) {
            translate([-4.2, -5, 0]) cube([8.4, 9.4, 1.6]);
            cylinder(h = 6.2, d = m25_6[1]);
        }
        // a cable tie beside the notch takes the pull
        for (y = [-5, 5]) translate([top[0] / 2 - 16, cable_at + y - 1.2, -1]) cube([5, 2.4, floor_t + 2]);
        for (x = [-1, 1], y = [-1, 1]) foot_at(x, y) translate([0, 0, -eps]) cylinder(h = 1, d = 12.5);
    }
}

// The middle of a foot, which is glued into a bed of the base.
module foot_at(x, y) { translate([x * (top[0] / 2 - wall - gap - 24), y * (deep / 2 - wall - gap - 10), 0]) children(); }

// Presses the glass upwards at its rim through a strip of foam. As it is printed; c[2] is the side it stands on.
module clamp() {
    up = clamp_post - glass_t - clamp_pressed;   // from the post's end to the pad
    difference() {
        union() {
            translate([-clamp_finger - 3.5, -5, 0]) cube([clamp_finger + 6.5, 10, clamp_t]);
            translate([-clamp_finger - 3.5, -5, 0]) cube([clamp_finger - 1, 10, clamp_t + up]);
        }
        translate([0, 0, -1]) cylinder(h = clamp_t + 2, d = m25_10[2]);
    }
}

module clamps_in_place() {
    for (c = clamps) translate([c[0], c[1], high - top_t - clamp_post - clamp_t]) rotate(c[2] > 0 ? 0 : 180) clamp();
}

module bars_in_place() {
    both_pairs() on_slope() translate([oled_x, 0, -wall - oled_back(small) - oled_pressed - bar_t]) oled_bar(small);
}

// A plate whose edges lean inwards: it drops into its hole from below and prints without supports, as the hole does.
module wedge(size, t) {
    hull() for (z = [0, t - eps]) translate([0, 0, z]) linear_extrude(eps) square([size[0] - 1.8 * z, size[1] - 1.8 * z], center = true);
}

// The hatch in the base, under the card; one screw M2.5 x 6. Its lips lie on the ledge.
module hatch_part() {
    translate([hatch_at[0], hatch_at[1], 0]) difference() {
        union() {
            wedge(hatch, 1.4);
            translate([-hatch[0] / 2 + 4 - 3.9, hatch[1] / 2 - 1, 0]) cube([7.8, 8.7, 1.4]);
        }
        translate([-hatch[0] / 2 + 4, hatch[1] / 2 + 3.6, -1]) cylinder(h = 4, d = m25_6[2]);
        for (x = [-6 : 4 : 8]) translate([x - 0.8, -7, -1]) cube([1.6, 12, 4]);
    }
}

// --- what is bought, in its place ---
module in_screen() { translate([0, 0, high - top_t]) panel_body(display); }
module in_pi() { translate([board_at[0], board_at[1], board_z]) pi_body(board, board == "pi5"); }
module in_hat() { translate([board_at[0], hat_y, board_z + pcb_t + spacer]) hat_body(spacer); }
module in_spacers() { for (p = board_posts()) translate([p[0], p[1], board_z + pcb_t + eps]) rotate(30) cylinder(h = spacer - 2 * eps, d = 5.77, $fn = 6); }   // 5 mm across flats
module in_buttons() { both_pairs() on_button() button_body(buttons); }
module in_oleds() { both_pairs() on_slope() translate([oled_x, 0, -wall]) oled_body(small); }
// The display's flat cable: up out of its socket, past the board above, and along the panel's back to its middle.
module in_flat() {
    socket = flat_socket(board);
    back = high - top_t - panel(display)[4] - 1.6;
    at = board_at + [socket[0], socket[1]];
    up = board_at[0] + socket[3];
    bend = board_z + pcb_t + 8;
    low = board_z + pcb_t + 5.5;
    w = socket[2];
    translate([at[0] - flat_t / 2, at[1] - w / 2, low]) cube([flat_t, w, (socket[3] == socket[0] ? back : bend) - low]);
    if (socket[3] != socket[0]) {
        translate([at[0] - flat_t / 2, at[1] - w / 2, bend - flat_t]) cube([up - at[0] + flat_t, w, flat_t]);
        translate([up - flat_t / 2, at[1] - w / 2, bend - flat_t]) cube([flat_t, w, back - bend + flat_t]);
    }
    translate([-5, at[1] - w / 2, back - flat_t]) cube([up + 5 + flat_t / 2, w, flat_t]);
    translate([-5 - flat_t, at[1] - w / 2, back - flat_t]) cube([flat_t, w, 1.6 + flat_t]);
}
// Where the wires leave a connector of the HAT, a button's tabs and a display's pins: a small cube where they begin, a
// larger one where they may bend. tools/case_wires.py leads them from one to the other.
module wire_end(kind, side) {
    plug = hat_plug(kind, side);
    if (plug != undef) translate([board_at[0] + plug[0], hat_y + plug[1], board_z + pcb_t + spacer + 1.6 + 15]) way(1);
}
module way(up) { for (k = [0, 1]) translate([0, 0, up * (2 + 3 * k)]) cube(0.2 + 0.2 * k, center = true); }
module far_end(kind, side) {
    rotate(side == "a" ? 0 : 180)
        if (kind == "button") on_button() translate([0, 0, -button(buttons)[4]]) way(-1);
        else on_slope() translate([oled_x, oled(small)[0][1] / 2 - 1.7, -wall - oled_back(small) - 14]) way(-1);
}
power_x = board == "zero" ? 54 : 11.2;
module in_power() {   // straight USB plug and its cable out of the notch
    r = -cable_at - 28 - 1.2 - 24;
    translate([board_at[0] + power_x, -29.2, board_z + pcb_t + 1.6])
        plug_body(12.4, 7, 24, 4.5, r, 0, top[0] / 2 - board_at[0] - power_x - r + 30);
}
module in_hdmi() {    // straight plug in the first socket, its cable bends upwards
    translate([board_at[0] + (board == "zero" ? 12.4 : 25.8), -29.2, board_z + pcb_t + 1.7]) plug_body(11, 8, 24, 5, 12, 90, 8);
}

// --- for measuring: screws and rays ---
module at_screws(kind) {
    if (kind == "base") for (b = bosses) translate([b[0], b[1], 0]) children();
    if (kind == "clamps") for (c = clamps) translate([c[0], c[1], high - top_t - clamp_post - clamp_t]) children();
    if (kind == "bars") both_pairs() on_slope() for (x = [-1, 1])
        translate([oled_x + x * bar_at(small), 0, -wall - oled_back(small) - oled_pressed - bar_t]) children();
    if (kind == "board") for (p = board_posts()) translate([p[0], p[1], board_z + pcb_t]) rotate([180, 0, 0]) children();
    if (kind == "seats") both_pairs() on_slope() at_seat_screws() translate([0, 0, -wall]) children();
    if (kind == "hatch") translate([hatch_at[0] - hatch[0] / 2 + 4, hatch_at[1] + hatch[1] / 2 + 3.6, 0]) children();
}
function screw(kind) = kind == "base" ? m3_16 : kind == "clamps" ? m25_10 : kind == "seats" ? m25_8 : m25_6;
module screw_cores(kind) { at_screws(kind) cylinder(h = screw(kind)[4] + 0.3, d = screw(kind)[1] - 0.2); }
module screw_threads(kind) { at_screws(kind) cylinder(h = screw(kind)[4], d = screw(kind)[0]); }

module ray(long) { cylinder(h = long, d = 0.2, $fn = 6); }
module rays(kind) {
    w = oled(small)[1];
    o = oled(small)[2];
    if (kind == "oleds") both_pairs() on_slope() for (x = [-0.49 : 0.14 : 0.5], y = [-0.49 : 0.14 : 0.5])
        translate([oled_x + o[0] + x * w[0], o[1] + y * w[1], -wall - 0.1]) ray(12);
    if (kind == "screen") for (x = [-0.49 : 0.14 : 0.5], y = [-0.49 : 0.14 : 0.5])
        translate([seen_at[0] + x * seen[0], seen_at[1] + y * seen[1], high - top_t]) ray(12);
    if (kind == "buttons") both_pairs() on_button() for (a = [0 : 30 : 330], r = [0, 0.49 * button(buttons)[0]])
        translate([r * cos(a), r * sin(a), -6]) ray(12);
    if (kind == "bores") both_pairs() on_button() for (a = [0 : 30 : 330]) translate([0.49 * bore * cos(a), 0.49 * bore * sin(a), -2 * bore]) ray(2 * bore - 4);
    // how a fist presses: from the middle of each button and from the outer edge of its cap
    if (kind == "press") for (turn = [0, 180], r = [0, -button(buttons)[1] / 2]) rotate(turn) on_button() translate([0, r, button(buttons)[2] - 60]) ray(60);
    if (kind == "sockets" && board != "zero") for (y = [2 : 8 : 54], z = [0.5, 8, 15.5])
        translate([board_at[0] + 80, board_at[1] + y, board_z + pcb_t + z]) rotate([0, 90, 0]) ray(40);
    if (kind == "cable") translate([top[0] / 2 - 10, cable_at, board_z + pcb_t + 1.6]) rotate([0, 90, 0]) ray(40);
    if (kind == "air") for (x = [24 : 9 : 60]) if (x < pi_size(board)[0] - 8)
        translate([board_at[0] + x, board_at[1] + pi_size(board)[1] / 2, -10]) ray(18);
    if (kind == "sound") for (a = [0 : 60 : 300])
        translate([-top[0] / 2 - 8, 46 + 5 * cos(a), 34 + 5 * sin(a)]) rotate([0, 90, 0]) ray(14);
    // two fingers' or tweezers' way to the card, with the hatch open
    if (kind == "card") for (x = [-6 : 2 : -3], y = [-5 : 2.5 : 5]) translate([board_at[0] + x, card_y + y, -10]) ray(10 + board_z - 2);
}

module printed(what) {
    for (kind = ["base", "clamps", "bars", "board", "hatch", "seats"]) {
        if (what == str("core_", kind)) screw_cores(kind);
        if (what == str("thread_", kind)) screw_threads(kind);
    }
    for (kind = ["oleds", "screen", "buttons", "bores", "press", "sockets", "cable", "air", "sound", "card"]) if (what == str("rays_", kind)) rays(kind);
    for (kind = ["button", "oled"], side = ["a", "b"]) {
        if (what == str("near_", kind, "_", side)) wire_end(kind, side);
        if (what == str("far_", kind, "_", side)) far_end(kind, side);
    }
    if (what == "shell") color("gainsboro") shell();
    if (what == "base") color("lightsteelblue") base();
    if (what == "clamps") color("orange") clamps_in_place();
    if (what == "bars") color("orange") bars_in_place();
    if (what == "hatch") color("orange") hatch_part();
    if (what == "seats") color("gainsboro") both_pairs() on_button() seat();
    if (what == "feet") for (x = [-1, 1], y = [-1, 1]) foot_at(x, y) cylinder(h = 1, d = 12);
    if (what == "screen") color("black") in_screen();
    if (what == "pi") color("green") in_pi();
    if (what == "hat") color("seagreen") in_hat();
    if (what == "spacers") color("goldenrod") in_spacers();
    if (what == "buttons") color("red") in_buttons();
    if (what == "oleds") color("navy") in_oleds();
    if (what == "lit") both_pairs() on_slope() translate([oled_x + oled(small)[2][0], oled(small)[2][1], -wall - 0.12])
        cube([oled(small)[1][0] - 3, oled(small)[1][1] - 3, 0.1], center = true);
    if (what == "power") color("dimgray") in_power();
    if (what == "flat" && !on_hdmi) color("white") in_flat();
    if (what == "hdmi") color("dimgray") in_hdmi();
}

if (part == "shell") translate([0, 0, high]) rotate([180, 0, 0]) shell();   // as it is printed
else if (part == "base") base();
else if (part == "clamp") clamp();
else if (part == "bar") oled_bar(small);
else if (part == "coupon") coupon();
else if (part == "seat") rotate([180, 0, 0]) seat();   // its face on the bed
else if (part == "hatch") translate([-hatch_at[0], -hatch_at[1], 0]) hatch_part();
else if (part == "assembly") for (what = ["shell", "base", "clamps", "bars", "hatch", "seats", "screen", "pi", "spacers", "hat", "buttons", "oleds", "power"]) printed(what);
else printed(part == "in_shell" ? "shell" : part == "in_base" ? "base" : part == "in_hatch" ? "hatch" : part == "in_seats" ? "seats" : part);
