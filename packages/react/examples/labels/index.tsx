import { createKinora, type KinoraOptions, KinoraRoot, TaxonomyForm, TaxonomyList } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** Labels inside another product: the list, and below it a form that adds one and then goes on with it. */
export default function LabelsExample(options: KinoraOptions) {
  const [kinora] = useState(() => createKinora(options))
  const [id, setId] = useState<string>()
  return (
    <KinoraRoot kinora={kinora}>
      <TaxonomyList kind="label" rowHref={label => `/labels/${label}`} />
      <TaxonomyForm key={id} kind="label" id={id} onAdded={setId} onDeleted={() => setId(undefined)} />
    </KinoraRoot>
  )
}
