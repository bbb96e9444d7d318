import { execFileSync } from 'node:child_process';

/** Names the checked-out version, for files of results. With changes that aren't committed it is a new one each time. */
export function checkedOutVersion(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return git('status', '--porcelain') === ''
    ? git('rev-parse', '--short', 'HEAD')
    : new Date().toISOString().replace(/[:.]/g, '-');
}
