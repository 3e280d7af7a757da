import { cropTexts, type ImageKind, imageRules } from '@kinora/core'
import { CropDialog } from '../ui/form/crop-dialog.tsx'
import type { Cropping } from './draft-image.tsx'
import { useTexts } from './message.ts'

interface ImageCropProps {
  kind: ImageKind
  cropping: Cropping
  onCropped: (file: File) => Promise<boolean>
  /** When the dialog goes, however it was left. */
  onDone: () => void
}

/** Asks for the part of an image that keeps its rule (VAL-21, VAL-26); loaded when it is needed. */
export function ImageCrop({ kind, cropping, onCropped, onDone }: ImageCropProps) {
  const { text } = useTexts(cropTexts)
  const { width, height, check } = imageRules[kind]
  const leave = (error?: unknown) => {
    cropping.cancel(error)
    onDone()
  }
  const handle = (side: string) => text('ui.crop.handle', { side })
  return (
    <CropDialog
      file={cropping.file}
      rule={{ width, height, isExact: check !== 'ratio' }}
      onCancel={() => leave()}
      onFailed={leave}
      onCropped={file => {
        void onCropped(file)
        onDone()
      }}
      texts={{
        title: text('ui.crop.title'),
        close: text('ui.crop.close'),
        problem: cropping.problem,
        help: text('ui.crop.help'),
        part: text('ui.crop.part'),
        cancel: text('ui.cancel'),
        crop: text('ui.crop.title'),
        handles: {
          nw: handle(text('ui.crop.nw')),
          n: handle(text('ui.crop.n')),
          ne: handle(text('ui.crop.ne')),
          e: handle(text('ui.crop.e')),
          se: handle(text('ui.crop.se')),
          s: handle(text('ui.crop.s')),
          sw: handle(text('ui.crop.sw')),
          w: handle(text('ui.crop.w')),
        },
      }}
    />
  )
}
