/** The version of the stage. All packages of Recourse share it. */
export const stageVersion = '0.1.0';
