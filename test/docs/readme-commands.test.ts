import { testCommands } from './documented.js';

testCommands(['README.md']);
