import { DEFAULT_LIMITS } from '#shared/bulk/rows/limits.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { portalSettings } from '#shared/kit/settings.ts';
import { createStore, useStore } from '#web/kit/lib/store.ts';
import { call } from './api.ts';

export type Settings = ReplyOf<typeof portalSettings>;

/** Values until the server's settings are loaded, and if that fails. */
const DEFAULTS: Settings = {
  brand: 'Remito',
  brand_logo: '',
  support: '',
  tracking_url: '/seguimiento/{id}',
  demo: false,
  public_demo: false,
  strict: false,
  foreign: false,
  user_call: true,
  states_token: '',
  payment_hosts: [],
  bulk_max_rows: DEFAULT_LIMITS.rows,
  bulk_max_bytes: DEFAULT_LIMITS.bytes,
};

/** Null until the settings are loaded or have failed to load. */
const settings = createStore<Settings | null>(null);

let loading: Promise<void> = Promise.resolve();

/** Loads the settings of the installation; without a reply the defaults remain. */
export function loadSettings(): Promise<void> {
  loading = call(portalSettings).then(
    (read) => settings.set({ ...DEFAULTS, ...read }),
    () => settings.set(currentSettings()),
  );
  return loading;
}

/** Whether a foreign gateway answers, once that is known. */
export const isForeign = (): Promise<boolean> => loading.then(() => currentSettings().foreign);

/** Returns the settings; null until they are loaded. */
export function useLoadedSettings(): Settings | null {
  return useStore(settings);
}

/** Returns the settings outside of components. */
export const currentSettings = (): Settings => settings.get() ?? DEFAULTS;

/** Brand, support contact and addresses of this installation. */
export function useSettings(): Settings {
  return useLoadedSettings() ?? DEFAULTS;
}
