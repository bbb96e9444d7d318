/** Returns the address of a map page that shows a place, by its decimal degrees. */
export const mapUrl = (lat: number, lon: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat}%2C${lon}`;
