import type { Issue } from '../kernel/errors.ts'
import { type ImageKind, type ImageRule, imageRules } from './image-kinds.ts'
import { type ImageInfo, type ImageSize, probeImage } from './probe-image.ts'
import { hasRatio } from './ratio.ts'
import { type FileType, toExtension } from './sniff.ts'

/** VAL-19 to VAL-25: nothing, or exactly one issue: type, then ratio, then height. The size is the bytes' own. */
export function checkImage(kind: ImageKind, file: { name: string; bytes: Uint8Array }): Issue[] {
  const rule: ImageRule = imageRules[kind]
  const extension = toExtension(file.name)
  const { info } = probeImage(file.bytes)
  if (!rule.extensions.includes(extension) || info === undefined || info.type !== contentOf(extension)) {
    return [{ path: 'file', code: 'validation.imageType', params: { types: rule.extensions.join('/') } }]
  }
  const sizes = candidates(info)
  return sizes.some(size => fits(rule, size)) ? [] : [sizeIssue(rule, sizes)]
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

/** VAL-23, VAL-24: what is asked for and what came, of an icon the largest of its pictures. */
function sizeIssue({ check, width, height }: ImageRule, sizes: readonly ImageSize[]): Issue {
  const found = sizes.toSorted((one, other) => other.height - one.height)[0]
  const came = { foundWidth: found?.width ?? 0, foundHeight: found?.height ?? 0 }
  if (check === 'height')
    return { path: 'file', code: 'validation.imageHeight', params: { height, foundHeight: came.foundHeight } }
  return { path: 'file', code: 'validation.imageSize', params: { width, height, ...came } }
}

function contentOf(extension: string): FileType {
  return (extension === 'jpeg' ? 'jpg' : extension) as FileType
}
