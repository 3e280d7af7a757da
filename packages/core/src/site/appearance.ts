import type { AssetType } from '../images/schema.ts'
import type { ImageKind } from '../media/image-kinds.ts'

/** Contrast as people say it, by the levels of WCAG 2.2 for text. */
export type ContrastLevel = 'strong' | 'good' | 'large' | 'weak'

const surfaces = { light: '#ffffff', dark: '#14181f' } as const

/** What the pages of a site lie on, by theme. */
export const siteSurface = (theme: 'light' | 'dark'): string => surfaces[theme]

/** WCAG's ratio of two colours, from 1 to 21; undefined where one isn't `#` and six digits. */
export function contrastOf(one: string, other: string): number | undefined {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  if (a === undefined || b === undefined) return undefined
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** 7 and 4.5 for any text, 3 for large text and controls. */
export function levelOf(ratio: number): ContrastLevel {
  if (ratio >= 7) return 'strong'
  if (ratio >= 4.5) return 'good'
  return ratio >= 3 ? 'large' : 'weak'
}

/** Black or white, whichever reads better on the colour. */
export const textOn = (colour: string): string =>
  (contrastOf(colour, '#ffffff') ?? 0) >= (contrastOf(colour, '#000000') ?? 0) ? '#ffffff' : '#000000'

function luminanceOf(colour: string): number | undefined {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)
  if (parts === null) return undefined
  const [red, green, blue] = parts.slice(1).map(hex => {
    const share = Number.parseInt(hex, 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

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
