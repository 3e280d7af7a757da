import type { PercentCrop } from 'react-image-crop'

/** The size that a picture is held to, and whether another of that ratio does as well. */
export interface CropRule {
  width: number
  height: number
  isExact: boolean
}

interface Cut {
  part: PercentCrop
  rule: CropRule
  file: File
}

/** The part of a picture as a file of the same kind: of the rule's size, or of its ratio, never enlarged then. */
export async function cropImage(image: HTMLImageElement, { part, rule, file }: Cut): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const shown = (part.width / 100) * naturalWidth
  const width = rule.isExact ? rule.width : Math.max(16, Math.min(rule.width, Math.floor(shown)))
  const height = Math.round((width * rule.height) / rule.width)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  const from = [(part.x / 100) * naturalWidth, (part.y / 100) * naturalHeight] as const
  context.drawImage(image, ...from, shown, (part.height / 100) * naturalHeight, 0, 0, width, height)
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, 0.92))
  if (blob === null) throw new Error('The browser could not make a picture of the part.')
  return new File([blob], file.name, { type })
}
