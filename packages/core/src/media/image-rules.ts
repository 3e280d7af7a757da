import type { Issue } from '../kernel/errors.ts'
import { type ImageInfo, type ImageSize, probeImage } from './probe-image.ts'
import { hasRatio } from './ratio.ts'
import { type FileType, toExtension } from './sniff.ts'

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

/** VAL-31, C-22: heights of a cover on small, medium and large cards. */
export const coverHeights = { small: 180, medium: 224, large: 248 } as const

/** VAL-19 to VAL-25: nothing, or exactly one issue: type, then ratio, then height. The size is the bytes' own. */
export function checkImage(kind: ImageKind, file: { name: string; bytes: Uint8Array }): Issue[] {
  const rule: ImageRule = imageRules[kind]
  const extension = toExtension(file.name)
  const { info } = probeImage(file.bytes)
  if (!rule.extensions.includes(extension) || info === undefined || info.type !== contentOf(extension)) {
    return [{ path: 'file', code: 'validation.imageType', params: { types: rule.extensions.join('/') } }]
  }
  return candidates(info).some(size => fits(rule, size)) ? [] : [sizeIssue(rule)]
}

/** An icon serves where one of its pictures does. */
function candidates(info: ImageInfo): readonly ImageSize[] {
  return info.type === 'ico' ? info.sizes : [info]
}

function fits(rule: ImageRule, size: ImageSize): boolean {
  if (rule.also !== undefined && size.width === rule.also.width && size.height === rule.also.height)
    return true
  if (rule.check !== 'height' && !hasRatio(size, rule.width, rule.height)) return false
  return rule.check === 'ratio' || size.height === rule.height
}

function sizeIssue(rule: ImageRule): Issue {
  if (rule.check === 'height')
    return { path: 'file', code: 'validation.imageHeight', params: { height: rule.height } }
  return { path: 'file', code: 'validation.imageSize', params: { width: rule.width, height: rule.height } }
}

function contentOf(extension: string): FileType {
  return (extension === 'jpeg' ? 'jpg' : extension) as FileType
}
