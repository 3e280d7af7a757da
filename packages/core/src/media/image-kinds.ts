import type { ImageSize } from './image-rules.ts'

export interface ImageRule {
  extensions: readonly string[]
  /** 0 where only the height counts (VAL-22). */
  width: number
  height: number
  check: 'ratio' | 'ratio and height' | 'height'
  /** A size that is accepted as well, exactly (C-02). */
  also?: ImageSize
}

const jpeg = ['jpg', 'jpeg'] as const
const exact = 'ratio and height' as const

/** VAL-T1, VAL-26: the only place that knows an image's size. */
export const imageRules = {
  profile: { extensions: ['jpg', 'jpeg', 'png'], width: 160, height: 160, check: exact },
  channelProfile: {
    extensions: ['jpg', 'jpeg', 'png'],
    width: 160,
    height: 160,
    check: exact,
    also: { width: 80, height: 80 },
  },
  titleCover: { extensions: jpeg, width: 1920, height: 1080, check: 'ratio' },
  eventCover: { extensions: jpeg, width: 1920, height: 1080, check: 'ratio' },
  categoryImage: { extensions: ['jpg', 'png'], width: 500, height: 500, check: exact },
  categoryBanner: { extensions: ['jpg', 'png'], width: 1920, height: 564, check: exact },
  mediaSpace: { extensions: jpeg, width: 1920, height: 564, check: exact },
  subscriptionCover: { extensions: jpeg, width: 1920, height: 564, check: exact },
  webLogo: { extensions: ['png'], width: 0, height: 192, check: 'height' },
  favicon: { extensions: ['ico'], width: 16, height: 16, check: exact },
  homeImage: { extensions: jpeg, width: 1920, height: 1080, check: exact },
  lightMobileLogo: { extensions: ['png'], width: 654, height: 234, check: exact },
  darkMobileLogo: { extensions: ['png'], width: 654, height: 234, check: exact },
  splash: { extensions: ['png'], width: 900, height: 900, check: exact },
  appIcon: { extensions: ['png'], width: 1024, height: 1024, check: exact },
} as const satisfies Record<string, ImageRule>

export type ImageKind = keyof typeof imageRules

/** VAL-21: how far width divided by height may be from the ratio asked for. */
export const RATIO_TOLERANCE = 0.02

/** VAL-21 */
export function hasRatio(size: { width: number; height: number }, width: number, height: number): boolean {
  return Math.abs(size.width / size.height - width / height) <= RATIO_TOLERANCE
}
