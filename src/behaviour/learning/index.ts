/**
 * The learner: derives popularity, related products, search phrases and the products chosen for them from activities,
 * and compiles signals for a snapshot. Depends on neither files nor a clock.
 */
export { DEFAULT_LEARNER_OPTIONS, Learner, type LearnerOptions } from './learner.js';
export { DEFAULT_LIMITS, type Limits } from './learning-limits.js';
