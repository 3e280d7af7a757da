import { imageSize } from 'image-size'
import type { Probe } from './probe-media.ts'
import { type FileType, sniff } from './sniff.ts'

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

const IMAGES: readonly FileType[] = ['jpg', 'png', 'ico', 'gif', 'webp']

/** VAL-18: width and height as shown, EXIF orientation applied; an icon's are those of its largest picture. Never throws. */
export function probeImage(bytes: Uint8Array): Probe<ImageInfo> {
  const type = sniff(bytes)
  try {
    if (!IMAGES.includes(type) || !isWholeImage(type, bytes)) return broken
    const found = imageSize(bytes)
    const turned = (found.orientation ?? 1) >= 5
    const toSize = ({ width, height }: ImageSize) =>
      turned ? { width: height, height: width } : { width, height }
    const size = toSize(found)
    if (!(size.width > 0 && size.height > 0)) return broken
    return { info: { type, ...size, sizes: found.images?.map(toSize) ?? [size] } }
  } catch {
    return broken
  }
}

const broken: Probe<never> = { issue: { path: 'file', code: 'validation.fileFormat' } }

/** Whether the end of the image is there; GIF and WebP are in no rule and are believed. */
function isWholeImage(type: FileType, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'png') return isWholePng(view)
  if (type === 'jpg') return isWholeJpeg(view)
  return type === 'ico' ? isWholeIcon(view) : true
}

function isWholePng(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true
  }
  return false
}

/** The end marker must follow the scan: the thumbnail inside the EXIF data has one of its own. */
function isWholeJpeg(view: DataView): boolean {
  let at = 2
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff && view.getUint8(at + 1) !== 0xda) {
    at += view.getUint8(at + 1) === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  for (let end = view.byteLength - 2; end > at; end--) {
    if (view.getUint16(end) === 0xffd9) return true
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
