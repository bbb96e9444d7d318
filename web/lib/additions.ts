import { useSettings, useSettingsReady } from './settings.ts';

/** Whether the gateway has the calls that the specifications lack (readings R4); null until the settings are loaded. */
export function useAdditions(): boolean | null {
  const ready = useSettingsReady();
  const { strict } = useSettings();
  return ready ? !strict : null;
}
