import { consoleEntry } from './console-entry.ts';
import { testWalks } from './test-walks.ts';

testWalks('random clicks, input and keys of the staff on any page of the console cause no error', consoleEntry);
