import {
  Card,
  type Kinora,
  KinoraRoot,
  TitleChecklist,
  TitleCoverCard,
  TitleEditorBar,
  TitleEditorRoot,
  TitleEditorSummary,
  TitleField,
  TitleFileCard,
} from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** A form of your own: the fields that you want, in your order, under your heading. */
export default function OwnTitleForm({ kinora, tag }: { kinora: Kinora; tag: string }) {
  const [told, setTold] = useState('')
  return (
    <KinoraRoot kinora={kinora}>
      <h1>Your class</h1>
      <TitleEditorRoot
        tag={tag}
        fields={{ className: 'readOnly', channelId: 'hidden' }}
        onSaved={({ classDescription }) => setTold(`Stored: ${classDescription}`)}
      >
        <TitleEditorSummary />
        <TitleFileCard />
        <Card title="In words">
          <TitleField name="className" />
          <TitleField name="classDescription" />
        </Card>
        <TitleCoverCard />
        <TitleChecklist />
        <TitleEditorBar />
      </TitleEditorRoot>
      <p role="status">{told}</p>
    </KinoraRoot>
  )
}
