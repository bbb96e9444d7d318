import { listPackagePresets, type PackagePreset } from '#shared/orders/product/package-presets.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/** The client's package presets by name. Empty before a gateway without them, and after a failure: forms work without them. */
export function usePackagePresets(): readonly PackagePreset[] {
  return useApiQuery(listPackagePresets).data?.results ?? [];
}
