import { imageSize } from 'image-size'
import type { Issue } from '../kernel/errors.ts'
import { hasRatio, type ImageKind, type ImageRule, imageRules } from './image-kinds.ts'
import { hasAllBlocks } from './jpeg.ts'
import { notFormat, type Probe } from './probe-media.ts'
import { type FileType, natureOf, sniff, toExtension } from './sniff.ts'

export interface ImageSize {
  width: number
  height: number
}

/** What an image is, measured from its bytes. */
export interface ImageInfo extends ImageSize {
  type: FileType
  /** Every picture of the file: one, or as many as an icon holds. */
  sizes: readonly ImageSize[]
}

/** More than any camera's; what is packed in a few kilobytes can claim to be thousands of times as large. */
const MAX_PIXELS = 67_108_864

const IMAGES: readonly FileType[] = ['jpg', 'png', 'ico', 'gif', 'webp']

/** VAL-18: width and height as shown, EXIF orientation applied; an icon's are those of its largest picture. Never throws. */
export function probeImage(bytes: Uint8Array): Probe<ImageInfo> {
  const type = sniff(bytes)
  try {
    if (!IMAGES.includes(type)) return { issue: notFormat(natureOf(bytes)) }
    const found = imageSize(bytes)
    const turned = (found.orientation ?? 1) >= 5
    const toSize = ({ width, height }: ImageSize) =>
      turned ? { width: height, height: width } : { width, height }
    const size = toSize(found)
    if (!(size.width > 0 && size.height > 0 && size.width * size.height <= MAX_PIXELS)) return broken
    if (!isWholeImage(type, bytes)) return broken
    return { info: { type, ...size, sizes: found.images?.map(toSize) ?? [size] } }
  } catch {
    return broken
  }
}

const broken: Probe<never> = { issue: notFormat('fileType.damaged') }

/** Whether all of the image is there, and nothing but it; GIF and WebP are in no rule and are believed. */
function isWholeImage(type: FileType, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'png') return isWholePng(view)
  if (type === 'jpg') return hasAllBlocks(bytes)
  return type === 'ico' ? isWholeIcon(view) : true
}

function isWholePng(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true
  }
  return false
}

function isWholeIcon(view: DataView): boolean {
  const count = view.getUint16(4, true)
  for (let at = 6; at < 6 + count * 16; at += 16) {
    if (view.getUint32(at + 8, true) + view.getUint32(at + 12, true) > view.byteLength) return false
  }
  return true
}

/** VAL-19 to VAL-25: nothing, or exactly one issue: type, then ratio, then height. The size is the bytes' own. */
export function checkImage(kind: ImageKind, file: { name: string; bytes: Uint8Array }): Issue[] {
  const rule: ImageRule = imageRules[kind]
  const extension = toExtension(file.name)
  const { info, issue } = probeImage(file.bytes)
  if (!rule.extensions.includes(extension) || info === undefined || info.type !== contentOf(extension)) {
    const is = issue?.params?.is ?? natureOf(file.bytes)
    const params = { types: rule.extensions.join('/'), is }
    return [{ path: 'file', code: 'validation.imageType', params }]
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
