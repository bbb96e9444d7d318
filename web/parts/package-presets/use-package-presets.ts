import { listPackagePresets, type PackagePreset } from '#shared/package-presets.ts';
import { useAdditions } from '#web/lib/additions.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/** The client's package presets by name. Empty before a gateway without them, and after a failure: forms work without them. */
export function usePackagePresets(): readonly PackagePreset[] {
  const additions = useAdditions();
  return useApiQuery(listPackagePresets, additions ? {} : null).data?.results ?? [];
}
