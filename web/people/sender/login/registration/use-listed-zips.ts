import { useEffect, useState } from 'react';
import { listedZipCodes } from '#shared/lookups.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { call } from '#web/lib/api.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { zipsListed } from '#web/parts/zip-lookup/zip-province-check.ts';

const NONE: ListedZips = new Map();

/**
 * Loads the listed postal codes for visitors, since zip lookup needs a session. Empty until loaded, and with a gateway that has
 * no such list.
 */
export function useListedZips(): ListedZips {
  const enabled = useCapability('zipList');
  const [zips, setZips] = useState(NONE);
  useEffect(() => {
    if (!enabled) return;
    call(listedZipCodes)
      .then((listed) => setZips(zipsListed(listed)))
      // Without the list, region and CPA letter are still checked here; the gateway checks the rest.
      .catch(() => undefined);
  }, [enabled]);
  return zips;
}
