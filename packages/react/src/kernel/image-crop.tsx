import { type ImageKind, imageRules } from '@kinora/core/media'
import { CropDialog } from '../ui/crop/crop-dialog.tsx'
import { useFormTexts } from './form-texts.ts'
import type { Cropping } from './use-image-upload.ts'

interface ImageCropProps {
  kind: ImageKind
  cropping: Cropping
  onCropped: (file: File) => Promise<void>
  /** When the dialog goes, however it was left. */
  onDone: () => void
}

/** Asks for the part of an image that keeps its rule (VAL-21, VAL-26); loaded when it is needed. */
export function ImageCrop({ kind, cropping, onCropped, onDone }: ImageCropProps) {
  const { text } = useFormTexts()
  const { width, height, check } = imageRules[kind]
  const leave = (error?: unknown) => {
    cropping.cancel(error)
    onDone()
  }
  const handle = (side: string) => text('ui.form.cropHandle', { side })
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
        title: text('ui.form.crop'),
        close: text('ui.form.cropClose'),
        problem: cropping.problem,
        help: text('ui.form.cropHelp'),
        part: text('ui.form.cropPart'),
        cancel: text('ui.form.cropCancel'),
        crop: text('ui.form.crop'),
        handles: {
          nw: handle(text('ui.form.cropNw')),
          n: handle(text('ui.form.cropN')),
          ne: handle(text('ui.form.cropNe')),
          e: handle(text('ui.form.cropE')),
          se: handle(text('ui.form.cropSe')),
          s: handle(text('ui.form.cropS')),
          sw: handle(text('ui.form.cropSw')),
          w: handle(text('ui.form.cropW')),
        },
      }}
    />
  )
}
