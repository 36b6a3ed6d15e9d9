import { pagesIn, testCommands } from './documented.js';

testCommands(pagesIn('docs/reference'));
