import type { AssetType } from '@kinora/core'
import type { ImageKind, ImageRule } from '@kinora/core/media'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { ImageField } from '../ui/form/image-field.tsx'
import { DraftField } from './draft-field.tsx'
import { useFormTexts } from './form-texts.ts'
import { useKinora } from './provider.tsx'
import type { Draft } from './use-draft.ts'
import { useImageUpload } from './use-image-upload.ts'

export interface DraftImageProps<D extends FieldValues> {
  draft: Draft<D>
  /** A field of the draft that holds the address of a stored image, or null. */
  name: Path<D>
  label: string
  /** What the preview shows, in words. */
  alt: string
  kind: ImageKind
  /** `imageRules[kind]`, from a page that loads them. */
  rule: ImageRule
  asset: AssetType
  required?: boolean
}

/** An image of a draft, held to its rule, with its preview. */
export function DraftImage<D extends FieldValues>(props: DraftImageProps<D>) {
  const { draft, name, label, alt, kind, rule, asset, required } = props
  const { text } = useFormTexts()
  const { baseUrl } = useKinora()
  const { busy, error, take } = useImageUpload(kind, asset)
  const types = rule.extensions.join('/').toUpperCase()
  return (
    <DraftField draft={draft} name={name} label={label} required={required} error={error} group>
      {({ value, set }) => {
        const link = value as string | null
        const put = (url: string | null) => set(url as PathValue<D, Path<D>>)
        return (
          <ImageField
            src={link === null ? null : baseUrl + link}
            alt={alt}
            size={rule}
            accept={rule.extensions.map(extension => `.${extension}`).join()}
            hint={text(rule.width === 0 ? 'ui.form.imageRuleHeight' : 'ui.form.imageRule', {
              types,
              width: rule.width,
              height: rule.height,
            })}
            busy={busy}
            onFile={file => void take(file).then(url => url && put(url))}
            onRemove={required ? undefined : () => put(null)}
            texts={{
              drop: text('ui.form.imageDrop'),
              replace: text('ui.form.imageReplace'),
              storing: text('ui.form.imageStoring'),
              choose: text('ui.form.imageChoose'),
              remove: text('ui.form.imageRemove'),
            }}
          />
        )
      }}
    </DraftField>
  )
}
