import { Download } from '#server/platform/http/response/download.ts';
import { TEMPLATE, TEMPLATE_NAME } from '#shared/bulk/layout/template.ts';

/** Returns the CSV template, which is public (readings R4). */
export const templateFile = () => new Download('text/csv; charset=utf-8', `${TEMPLATE_NAME}.csv`, TEMPLATE);
