import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#shared/people/passkeys.ts';
import { PasskeyPanel } from '#web/people/second-factor/passkey-panel.tsx';
import { NotLoaded } from '#web/ui/empty-state.tsx';

const CALLS = { list: listPasskeys, begin: beginPasskey, add: addPasskey, remove: removePasskey };

/** The passkeys of a user who has an authenticator app. */
export const OwnPasskeys = () => <PasskeyPanel calls={CALLS} NotLoaded={NotLoaded} />;
