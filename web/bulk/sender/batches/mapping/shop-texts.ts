import { LEFT_OUT_TEXTS } from '#shared/bulk/shops/left-out-reason.ts';
import type { LeftOutReason } from '#shared/bulk/shops/shop-format.ts';
import { integer } from '#shared/kit/text/format.ts';

/** Returns '3 canceladas o reembolsadas'. */
export function leftOutText(reason: LeftOutReason, count: number): string {
  return `${integer(count)} ${LEFT_OUT_TEXTS[reason][count === 1 ? 0 : 1]}`;
}
