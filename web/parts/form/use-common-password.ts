import { useEffect, useState } from 'react';
import { useSettings } from '#web/lib/settings.ts';

/**
 * Returns whether a new password is one of the very common ones. Loads their list when somebody types, and returns false until then,
 * without the list, and with a strict gateway.
 */
export function useCommonPassword(password: string): boolean {
  const { strict } = useSettings();
  const [isCommon, setIsCommon] = useState<((password: string) => boolean) | null>(null);
  const wanted = password !== '' && !strict;
  useEffect(() => {
    if (!wanted || isCommon) return;
    void import('#shared/rules/common-passwords.ts').then(
      ({ isCommonPassword }) => setIsCommon(() => isCommonPassword),
      // Without the list there is no warning; the gateway has a longer one.
      () => {},
    );
  }, [wanted, isCommon]);
  return wanted && (isCommon?.(password) ?? false);
}
