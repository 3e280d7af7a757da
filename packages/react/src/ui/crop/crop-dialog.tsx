import { useEffect, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { Button } from '../button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { type CropRule, cropImage } from './crop-image.ts'

export interface CropDialogProps {
  file: File
  rule: CropRule
  onCancel: () => void
  onCropped: (file: File) => void
  /** Where the part could not be cut out. */
  onFailed: (error: unknown) => void
  texts: {
    title: string
    close: string
    /** What is wrong with the picture as it is. */
    problem: string
    help: string
    /** The name of the part that is moved. */
    part: string
    cancel: string
    crop: string
    /** The handles, by compass point. */
    handles: Record<'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w', string>
  }
}

/** Cuts the part of a picture that its rule asks for: by pointer, or with the arrow keys on the part and its handles. */
export function CropDialog({ file, rule, texts, ...told }: CropDialogProps) {
  const [src, setSrc] = useState<string>()
  const [crop, setCrop] = useState<PercentCrop>()
  const image = useRef<HTMLImageElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  // The part is drawn only once the picture is there; who has moved on meanwhile isn't called back.
  const isReady = crop !== undefined
  useEffect(() => {
    const dialog = frame.current?.closest('[role=dialog]')
    if (isReady && dialog?.contains(document.activeElement))
      frame.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [isReady])
  const [cutting, setCutting] = useState(false)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  const aspect = rule.width / rule.height
  const begin = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => {
    const whole =
      width / height > aspect ? { unit: '%' as const, height: 100 } : { unit: '%' as const, width: 100 }
    setCrop(centerCrop(makeAspectCrop(whole, aspect, width, height), width, height))
  }
  const cut = async () => {
    if (image.current === null || crop === undefined) return
    setCutting(true)
    try {
      told.onCropped(await cropImage(image.current, { part: crop, rule, file }))
    } catch (error) {
      told.onFailed(error)
    }
  }
  return (
    <Dialog
      open
      size="wide"
      onClose={told.onCancel}
      title={texts.title}
      closeLabel={texts.close}
      actions={
        <>
          <Button onClick={told.onCancel}>{texts.cancel}</Button>
          <Button
            variant="primary"
            loading={cutting}
            disabled={crop === undefined}
            onClick={() => void cut()}
          >
            {texts.crop}
          </Button>
        </>
      }
    >
      <p>{texts.problem}</p>
      <p>{texts.help}</p>
      <div ref={frame} className="kn-crop" dir="ltr">
        <ReactCrop
          crop={crop}
          aspect={aspect}
          keepSelection
          minWidth={48}
          ruleOfThirds
          onChange={(_, percent) => setCrop(percent)}
          ariaLabels={{
            cropArea: texts.part,
            nwDragHandle: texts.handles.nw,
            nDragHandle: texts.handles.n,
            neDragHandle: texts.handles.ne,
            eDragHandle: texts.handles.e,
            seDragHandle: texts.handles.se,
            sDragHandle: texts.handles.s,
            swDragHandle: texts.handles.sw,
            wDragHandle: texts.handles.w,
          }}
        >
          <img ref={image} src={src} alt="" onLoad={event => begin(event.currentTarget)} />
        </ReactCrop>
      </div>
    </Dialog>
  )
}
