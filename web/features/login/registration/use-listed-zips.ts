import { useEffect, useState } from 'react';
import { listedZipCodes } from '#shared/lookups.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { call } from '#web/lib/api.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { zipsListed } from '#web/parts/zip-lookup/zip-province-check.ts';

const NONE: ListedZips = new Map();

/** The listed postal codes, for visitors, who have no look-up. None until they are read, and where no gateway lists them. */
export function useListedZips(): ListedZips {
  const { strict } = useSettings();
  const asks = useSettingsReady() && !strict;
  const [zips, setZips] = useState(NONE);
  useEffect(() => {
    if (!asks) return;
    call(listedZipCodes)
      .then((listed) => setZips(zipsListed(listed)))
      // Region and letter of a code are checked all the same, and the gateway knows the rest.
      .catch(() => undefined);
  }, [asks]);
  return zips;
}
