import { pagesOf } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import * as calls from '#shared/provider/staff-zip-codes.ts';
import { addLocality, importLocalityList, removeLocality } from './staff-zip-code.ts';
import { localitiesMatching } from './zip-code.store.ts';

/** Mounts the provider's calls about localities and their postal codes. */
export function staffZipCodeRoutes(mount: Mount, deps: Deps): void {
  mountResource(mount, calls.localities, pagesOf(deps.db, localitiesMatching));
  mount.provider(calls.addLocality, async ({ body, caller }) => ({
    message: 'La localidad se agregó',
    results: await addLocality(deps, caller, body),
  }));
  mount.provider(calls.removeLocality, async ({ body, caller }) => {
    await removeLocality(deps, caller, body);
    return { message: 'La localidad se quitó' };
  });
  mount.provider(calls.importLocalities, async ({ body }) => {
    const results = await importLocalityList(deps, body.text);
    const message = `Se ${results.added === 1 ? 'agregó' : 'agregaron'} ${pluralize(results.added, 'localidad', 'localidades')}`;
    return { message, results };
  });
}
