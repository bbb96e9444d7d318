import { useEffect, useState } from 'react';
import { COMMON_PASSWORD, PASSWORD_WITH_USERNAME } from '#shared/kit/access.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';

type Rules = typeof import('#shared/people/rules/common-passwords.ts');

/**
 * Returns why the gateway will refuse a new password: a very common one, or one with the user's name. Loads the list when somebody
 * types, and returns null until then, without the list, and before a gateway without these rules. The gateway's list is longer.
 */
export function usePasswordRefusal(password: string, username = ''): string | null {
  const refuses = useCapability('passwordRules') !== false;
  const [rules, setRules] = useState<Rules | null>(null);
  const wanted = password !== '' && refuses;
  useEffect(() => {
    if (!wanted || rules) return;
    // Without the list there is no warning.
    void import('#shared/people/rules/common-passwords.ts').then(setRules, () => {});
  }, [wanted, rules]);
  if (!wanted || !rules) return null;
  if (rules.containsUsername(password, username)) return PASSWORD_WITH_USERNAME;
  return rules.isCommonPassword(password) ? COMMON_PASSWORD : null;
}
