/** Whether the long forms of tests run: every night, by `.ci/nightly`. */
export const isNightly = Boolean(process.env.NIGHTLY);
