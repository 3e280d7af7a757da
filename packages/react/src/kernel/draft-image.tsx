import { type AssetType, type ImageKind, type ImageRule, type Issue, imageRules, images } from '@kinora/core'
import { type ReactNode, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { ImageField } from '../ui/form/image-field.tsx'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { AnyField, type AnyFieldProps, type Labelled } from './draft-field.tsx'
import { modeOf } from './form-fields.ts'
import { type FormTexts, useFormTexts } from './form-texts.ts'
import { useKinora } from './provider.tsx'
import type { Draft } from './use-draft.ts'
import { handledByCaller, useWrite } from './use-write.ts'

const ImageCrop = lazyPart(async () => ({ default: (await import('./image-crop.tsx')).ImageCrop }))

interface AnyImageProps<D extends FieldValues>
  extends Pick<AnyFieldProps<D, Path<D>>, 'required' | 'error' | 'className'> {
  draft: Pick<Draft<D>, 'form' | 'fieldId' | 'fields' | 'hold'>
  /** A field of the draft that holds the address of a stored image, or null. */
  name: Path<D>
  /** The text `field.<name>` unless given. */
  label?: string
  /** What the preview shows, in words. */
  alt: string
  /** Whose rule it must follow. */
  kind: ImageKind
  asset: AssetType
  /** The colour of the pages that show it. */
  surface?: string
  /** Given, it can be taken away. */
  removable?: boolean
  disabled?: boolean
  /** What else is being done with it: nothing can be chosen meanwhile. */
  busy?: string | undefined
  /** Called when the draft has got another one. */
  onStored?: () => void
  /** Other ways to a picture. */
  children?: ReactNode
}

export type DraftImageProps<D extends FieldValues> = AnyImageProps<D> & Labelled<Path<D>>

/** An image of a draft, checked by its rule, with its preview. */
export function DraftImage<D extends FieldValues>(props: DraftImageProps<D>) {
  const { name, alt, kind, asset, surface, removable, disabled, busy, onStored, children, error, ...field } =
    props
  const isFrozen = disabled || modeOf(field.draft.fields, name) === 'readOnly'
  const { text } = useFormTexts()
  const { baseUrl } = useKinora()
  const image = useImageUpload(kind, asset)
  const rule: ImageRule = imageRules[kind]
  // What the form finds missing its summary says.
  const refusal = image.error ?? error
  return (
    <AnyField {...field} name={name} error={refusal} group announces={refusal !== undefined}>
      {({ value, set }) => {
        const link = value as string | null
        const put = (url: string | null) => set(url as PathValue<D, Path<D>>)
        // The dialog goes while the focus is in it.
        const focus = () =>
          requestAnimationFrame(() => document.getElementById(field.draft.fieldId(name))?.focus())
        const take = async (file: File) => {
          const url = await image.take(file)
          if (url === undefined) return false
          put(url)
          onStored?.()
          return true
        }
        const hold = (file: File) => field.draft.hold(take(file))
        return (
          <>
            <ImageField
              src={link && baseUrl + link}
              alt={alt}
              size={rule}
              surface={surface}
              accept={rule.extensions.map(extension => `.${extension}`).join()}
              hint={toHint(rule, text)}
              busy={image.busy ? text('ui.form.imageStoring') : busy}
              disabled={isFrozen}
              onFile={file => void hold(file)}
              onRemove={removable ? () => put(null) : undefined}
              texts={{
                drop: text('ui.form.imageDrop'),
                replace: text('ui.form.imageReplace'),
                choose: text('ui.form.imageChoose'),
                remove: text('ui.form.imageRemove'),
              }}
            >
              {isFrozen ? null : children}
            </ImageField>
            {image.cropping === undefined ? null : (
              <LazyBoundary>
                <ImageCrop kind={kind} cropping={image.cropping} onCropped={hold} onDone={focus} />
              </LazyBoundary>
            )}
          </>
        )
      }}
    </AnyField>
  )
}

function toHint({ extensions, width, height, check }: ImageRule, text: FormTexts['text']): string {
  const size = { types: extensions.join('/').toUpperCase(), width, height }
  if (check === 'height') return text('ui.form.imageRuleHeight', size)
  return text(check === 'ratio' ? 'ui.form.imageRuleRatio' : 'ui.form.imageRule', size)
}

export interface Cropping {
  file: File
  /** What is wrong with its size. */
  problem: string
  /** Leaves it; the error is then shown at the field. */
  cancel(error?: unknown): void
}

interface ImageUpload {
  /** While an image is checked and stored. */
  busy: boolean
  /** What was wrong with the last one. */
  error: string | undefined
  /** One whose size is wrong, of which a part may do. */
  cropping: Cropping | undefined
  /** Checks an image by its rule and stores it (API-24); its address, or undefined where something stood in the way. */
  take(file: File): Promise<string | undefined>
}

/** The way of an image into a draft; what breaks its rule (VAL-19 to VAL-25) never leaves the page. */
export function useImageUpload(rule: ImageKind, asset: AssetType): ImageUpload {
  const texts = useFormTexts()
  const [checking, setChecking] = useState(false)
  const [cropping, setCropping] = useState<Cropping>()
  const [refusal, setRefusal] = useState<string>()
  const upload = useWrite(images.upload, { invalidates: [], failure: handledByCaller })
  const take = async (file: File): Promise<string | undefined> => {
    setChecking(true)
    setRefusal(undefined)
    setCropping(undefined)
    try {
      const { checkImage, probeImage } = await import('@kinora/core/media')
      const bytes = new Uint8Array(await file.arrayBuffer())
      const [issue] = checkImage(rule, { name: file.name, bytes })
      if (issue !== undefined) {
        const problem = texts.issue(issue)
        const cancel = (error?: unknown) => {
          setCropping(undefined)
          setRefusal(error === undefined ? problem : texts.error(error))
        }
        if (isCroppable(rule, issue.code, probeImage(bytes).info)) setCropping({ file, problem, cancel })
        else setRefusal(problem)
        return undefined
      }
      const result = await upload.send({ img: file, assetType: asset })
      if (result.kind === 'failed') setRefusal(texts.error(result.error))
      return result.kind === 'done' ? result.output.url : undefined
    } catch (error) {
      setRefusal(texts.error(error))
      return undefined
    } finally {
      setChecking(false)
    }
  }
  return { busy: checking || upload.isPending, error: refusal, cropping, take }
}

/** A part never has to be enlarged, and its height alone is nothing to cut by. */
function isCroppable(
  kind: ImageKind,
  code: Issue['code'],
  size: { width: number; height: number } | undefined,
): boolean {
  const { check, width, height } = imageRules[kind]
  if (code !== 'validation.imageSize' || size === undefined || check === 'height') return false
  return check === 'ratio' || (size.width >= width && size.height >= height)
}
