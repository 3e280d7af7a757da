import { useState } from 'react'
import { StoryKinora } from '../testing/stories.tsx'
import { Field } from '../ui/form/field.tsx'
import { RichText, RichTextInput } from './rich-text.tsx'

export default { title: 'Kit/Rich text editor' }

function Sample({ start, ...rest }: { start: string; lang?: string; dir?: 'rtl' }) {
  const [value, setValue] = useState(start)
  return (
    <StoryKinora>
      <Field label="Description" group>
        <RichTextInput value={value} onChange={setValue} {...rest} />
      </Field>
    </StoryKinora>
  )
}

export const Empty = { render: () => <Sample start="" /> }
export const Full = {
  render: () => <Sample start="<p>Twenty minutes of <strong>slow</strong> flow.</p><ul><li>Mat</li></ul>" />,
}
export const RightToLeft = { render: () => <Sample start="<p>عشرون دقيقة</p>" lang="ar-SA" dir="rtl" /> }
/** As readers see it: formatted text, and plain text as it was written. */
export const Read = {
  render: () => (
    <StoryKinora>
      <RichText text={'<p>Wake <strong>up</strong> <a href="https://studio.test/">here</a></p>'} />
      <RichText text={'1 < 2\nand no tags'} />
    </StoryKinora>
  ),
}
