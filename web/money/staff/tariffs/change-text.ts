import { percentage } from '#shared/kit/text/format.ts';

/** Formats the change of a price with its sign: '+8,50 %'. Empty without a change that shows in two decimals. */
export function changeText(before: number, after: number): string {
  const percent = (after / before - 1) * 100;
  if (before === 0 || Math.abs(percent) < 0.005) return '';
  return `${percent > 0 ? '+' : ''}${percentage(percent)}`;
}
