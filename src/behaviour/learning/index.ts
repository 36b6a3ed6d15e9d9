/**
 * Learning from behaviour: popularity, related products, searches and the products chosen for them. Takes activities,
 * compiles signals for a snapshot; uses neither files nor a clock.
 */
export { DEFAULT_LEARNER_OPTIONS, Learner, type LearnerOptions } from './learner.js';
export { DEFAULT_LIMITS, type Limits } from './learning-limits.js';
