import { useEffect, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { Button } from '../button.tsx'
import { Dialog } from '../overlay/dialog.tsx'

interface CropDialogProps {
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
export function CropDialog({ file, rule, texts, ...props }: CropDialogProps) {
  const src = useObjectUrl(file)
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
      props.onCropped(await cropImage(image.current, { part: crop, rule, file }))
    } catch (error) {
      props.onFailed(error)
    }
  }
  return (
    <Dialog
      open
      size="wide"
      onClose={props.onCancel}
      title={texts.title}
      closeLabel={texts.close}
      actions={
        <>
          <Button onClick={props.onCancel}>{texts.cancel}</Button>
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

/** The address of a file in this page, which is revoked afterwards. */
function useObjectUrl(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return address
}

/** The size that a picture must have, and whether another of that ratio does as well. */
interface CropRule {
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
async function cropImage(image: HTMLImageElement, { part, rule, file }: Cut): Promise<File> {
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
