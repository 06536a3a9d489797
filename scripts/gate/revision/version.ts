/** Version of the requests and responses between the gate and another revision's code. A change of their meaning raises it. */
export const revisionFormatVersion = 1;
