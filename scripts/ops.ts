import { main } from './ops/main.ts';
import { askHidden } from './ops/session.ts';

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  print: console.log,
  printError: console.error,
  ask: askHidden,
});
