/**
 * Learning from behaviour: what is wanted, what goes together, what is searched for and what is chosen then. Takes
 * activities, gives the signals of a snapshot; needs neither files nor a clock.
 */
export { DEFAULT_LEARNER_OPTIONS, Learner, type LearnerOptions } from './learner.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
