import type { AssetType } from '../images/schema.ts'
import type { ImageKind } from '../media/image-kinds.ts'

/** SITE-04, C-107: the pictures of a configuration by the path of their field, with the rule that each is held to. */
export const siteImages = {
  web: {
    logoUrl: { kind: 'webLogo', asset: 'logo' },
    faviconUrl: { kind: 'favicon', asset: 'favicon' },
    homeImageUrl: { kind: 'homeImage', asset: 'homeImage' },
  },
  mobile: {
    'light.logoUrl': { kind: 'lightMobileLogo', asset: 'mobileLogo' },
    'light.splashUrl': { kind: 'splash', asset: 'splash' },
    'light.appIconUrl': { kind: 'appIcon', asset: 'icon' },
    'dark.logoUrl': { kind: 'darkMobileLogo', asset: 'mobileLogo' },
    'dark.splashUrl': { kind: 'splash', asset: 'splash' },
    'dark.appIconUrl': { kind: 'appIcon', asset: 'icon' },
  },
} as const satisfies Record<string, Record<string, { kind: ImageKind; asset: AssetType }>>
