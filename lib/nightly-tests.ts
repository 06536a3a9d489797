/** Whether the long forms of tests run: every night, by `.ci/nightly`. */
export const isNightly = Boolean(process.env.NIGHTLY);

/** How often a property is tried, of so many times by night: by day a twentieth. */
export const tries = (byNight: number): number => (isNightly ? byNight : Math.ceil(byNight / 20));
