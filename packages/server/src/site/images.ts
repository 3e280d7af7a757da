import { type ConfigurationType, type SiteSettings, siteImages } from '@kinora/core'
import type { PictureField } from '../images/index.ts'

/** SITE-04: the pictures of a configuration, with the rule of each. */
export function picturesOf(type: ConfigurationType, settings: SiteSettings | undefined): PictureField[] {
  if (type !== 'web' && type !== 'mobile') return []
  return Object.entries(siteImages[type]).map(([path, { kind }]) => ({
    path,
    kind,
    address: settings && valueAt(settings, path),
  }))
}

function valueAt(settings: SiteSettings, path: string): string | null {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings)
  return typeof found === 'string' ? found : null
}
