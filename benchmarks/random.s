# Goes from move to move at random, for ever: random transitions choose, fallen guards mend.
# Stands, squats, flips, crawls, hops, steps, lies down; walks, walks fast, runs, and stops.
SCRIPTS standVFFB.t squatVFFB.t simbicon.t simbiconrun.t;

BEGINSCRIPT random(void)

PHASE 0                # stand
    > standVFFB.t(.5, .5);
    TRANSITION to(12).after(fallen x 1.0);
    TRANSITION to(1).after(random .25);
    TRANSITION to(4).after(random .3333);
    TRANSITION to(6).after(random .5);
    TRANSITION to(13).after(random .5);
    TRANSITION to(10).after(complete);
ENDPHASE

PHASE 1                # squat
    > squatVFFB.t(1);
    TRANSITION to(12).after(fallen x 1.2);
    TRANSITION to(2).after(random .3333);
    TRANSITION to(3).after(random .5);
    TRANSITION to(11).after(complete);
ENDPHASE

PHASE 2                # backflip
    > moves/backflip.skill(void);
    TRANSITION to(12).after(fallen x .6);
    TRANSITION to(0).after(complete);
ENDPHASE

PHASE 3                # rise
    > moves/rise.skill(void);
    TRANSITION to(12).after(fallen x .6);
    TRANSITION to(0).after(complete);
ENDPHASE

PHASE 4                # crawl, from standing
    > moves/crawl.skill(2);
    TRANSITION to(5).after(complete);
ENDPHASE

PHASE 5                # crawl to squat
    > moves/crawl-to-squat.skill(0);
    TRANSITION to(12).after(fallen x 1.2);
    TRANSITION to(1).after(complete);
ENDPHASE

PHASE 6                # walk
    > simbicon.t(.3, 0.0, -2.2, -.2, 0.0, 0.0, -.4, .7, 1.1, .05, 0.05, 0.1, -.2);
    TRANSITION to(12).after(fallen x .9);
    TRANSITION to(14).after(iterations 3);
    TRANSITION to(6).after(complete);
ENDPHASE

PHASE 7                # fast walk
    > simbicon.t(.2, 0.0, -2.0, -.2, 0.0, .1, -.73, .7, 1.83, .05, 0.05, 0.1, -.2);
    TRANSITION to(12).after(fallen x .9);
    TRANSITION to(15).after(iterations 3);
    TRANSITION to(7).after(complete);
ENDPHASE

PHASE 8                # run
    > simbiconrun.t(.2, 0, 0, -.2, -.2, .14, -1.08, 2.18, .05, -.2, -.27);
    TRANSITION to(12).after(fallen x .9);
    TRANSITION to(16).after(iterations 5);
    TRANSITION to(8).after(complete);
ENDPHASE

PHASE 9                # slow down and stop
    > moves/stop.skill(0);
    TRANSITION to(12).after(fallen x .6);
    TRANSITION to(0).after(complete);
ENDPHASE

PHASE 10               # hop
    > moves/hop.skill(void);
    TRANSITION to(12).after(fallen x .6);
    TRANSITION to(0).after(complete);
ENDPHASE

PHASE 11               # down onto the back
    > moves/fall-back.skill(void);
    TRANSITION to(12).after(complete);
ENDPHASE

PHASE 12               # up from wherever it lies
    > moves/get-up.skill(void);
    TRANSITION to(12).after(fallen x 1.0);
    TRANSITION to(0).after(complete);
ENDPHASE

PHASE 13               # one step
    > moves/step.skill(void);
    TRANSITION to(12).after(fallen x .6);
    TRANSITION to(0).after(complete);
ENDPHASE

PHASE 14               # after the walk
    TRANSITION to(7).after(random .5);
    TRANSITION to(9).after(random 1);
ENDPHASE

PHASE 15               # after the fast walk
    TRANSITION to(6).after(random .5);
    TRANSITION to(8).after(random 1);
ENDPHASE

PHASE 16               # after the run
    TRANSITION to(7).after(random .5);
    TRANSITION to(8).after(random 1);
ENDPHASE

ENDSCRIPT
