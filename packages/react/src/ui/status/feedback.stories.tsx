import { ListVideo } from 'lucide-react'
import {
  Avatar,
  Badge,
  Banner,
  Button,
  Checklist,
  EmptyState,
  ErrorState,
  ProgressBar,
  ProgressRing,
  Skeleton,
  Stepper,
  Thumbnail,
  Toast,
} from '../index.ts'

export default { title: 'Kit/Feedback' }

const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const
const column = { display: 'grid', gap: 16, maxInlineSize: 560 } as const
const nothing = () => undefined

export const Badges = {
  render: () => (
    <div style={row}>
      <Badge tone="positive">Published</Badge>
      <Badge tone="negative">Inactive</Badge>
      <Badge tone="warning">Incomplete</Badge>
      <Badge tone="info">Scheduled</Badge>
      <Badge>Draft</Badge>
      <Badge tone="info" progress={0.42}>
        Encoding 42%
      </Badge>
      <Badge tone="info" progress="indeterminate">
        Normalising
      </Badge>
      <Badge tone="negative" reason="The file ends in the middle of a frame. Upload it again.">
        Error
      </Badge>
    </div>
  ),
}

export const Progress = {
  render: () => (
    <div style={column}>
      <ProgressBar label="Uploading morning-flow.mp4" value={0.64} detail="12.4 MB/s · 8 s left" />
      <ProgressBar label="Checking" />
      <ProgressBar label="Done" tone="positive" value={1} detail="100%" />
      <ProgressBar label="Stopped" tone="negative" value={0.3} detail="30%" />
      <div style={row}>
        <ProgressRing value={0.25} />
        <ProgressRing value={0.75} size={20} />
        <ProgressRing size={20} />
      </div>
      <Stepper
        label="Progress of morning-flow.mp4"
        steps={[
          { label: 'Upload', state: 'done', stateText: 'done' },
          { label: 'Normalize', state: 'active', progress: 0.4, stateText: 'in progress, 40%' },
          { label: 'Encode', state: 'waiting', stateText: 'waiting' },
          { label: 'Ready', state: 'waiting', stateText: 'waiting' },
        ]}
      />
      <Stepper
        label="Progress of spin-45.mp4"
        steps={[
          { label: 'Upload', state: 'done', stateText: 'done' },
          { label: 'Normalize', state: 'done', stateText: 'done' },
          { label: 'Encode', state: 'error', stateText: 'failed' },
          { label: 'Ready', state: 'waiting', stateText: 'waiting' },
        ]}
      />
      <Stepper
        label="Progress of boxing.mp4"
        steps={[
          { label: 'Upload', state: 'paused', progress: 0.7, stateText: 'paused at 70%' },
          { label: 'Normalize', state: 'waiting', stateText: 'waiting' },
          { label: 'Encode', state: 'waiting', stateText: 'waiting' },
          { label: 'Ready', state: 'waiting', stateText: 'waiting' },
        ]}
      />
    </div>
  ),
}

export const Banners = {
  render: () => (
    <div style={column}>
      <Banner title="Encoding takes longer than usual">You can leave this page; nothing stops.</Banner>
      <Banner tone="positive" onDismiss={nothing} dismissLabel="Dismiss">
        Title published
      </Banner>
      <Banner tone="warning" actions={<Button size="compact">Resume</Button>}>
        Three uploads are paused.
      </Banner>
      <Banner tone="negative" title="2 fields need attention">
        <a href="#title">Required Title</a>
      </Banner>
    </div>
  ),
}

export const Toasts = {
  render: () => (
    <div style={{ ...column, maxInlineSize: 380 }}>
      <Toast
        tone="positive"
        text="Title published"
        sticky
        duration={0}
        dismissLabel="Dismiss"
        onDismiss={nothing}
        action={{ label: 'Undo', onSelect: nothing }}
      />
      <Toast
        tone="negative"
        sticky
        duration={0}
        text="Kindly contact to administrator"
        dismissLabel="Dismiss"
        onDismiss={nothing}
      />
      <Toast
        tone="warning"
        text="You are offline"
        sticky
        duration={0}
        dismissLabel="Dismiss"
        onDismiss={nothing}
      />
      <Toast text="downloading file" sticky duration={0} dismissLabel="Dismiss" onDismiss={nothing} />
    </div>
  ),
}

export const Empty = {
  render: () => (
    <EmptyState
      icon={<ListVideo size={20} aria-hidden="true" />}
      title="No titles yet"
      text="Upload your first video. It is checked, encoded and ready to publish within minutes."
      actions={<Button variant="primary">Add title</Button>}
    />
  ),
}

export const Failed = {
  render: () => (
    <ErrorState
      title="Connection error"
      text="The list could not be loaded."
      onRetry={nothing}
      retryLabel="Try again"
    />
  ),
}

export const Pictures = {
  render: () => (
    <div style={row}>
      <Avatar name="Mia Larsen" />
      <Avatar name="Kinora" size={40} />
      <Thumbnail corner="24:10" width={128} />
      <Thumbnail src="missing.png" />
      <Skeleton width={120} />
      <Skeleton width={36} height={36} shape="circle" />
    </div>
  ),
}

export const Completeness = {
  render: () => (
    <div style={{ maxInlineSize: 320 }}>
      <Checklist
        title="Ready to publish"
        countText="2 of 4"
        doneText="done"
        missingText="missing"
        items={[
          { id: 'video', label: 'Video', done: true },
          { id: 'title', label: 'Title', done: true },
          { id: 'cover', label: 'Cover', done: false, fieldId: 'cover' },
          { id: 'category', label: 'Category', done: false, fieldId: 'category', hint: 'at least one' },
        ]}
      />
    </div>
  ),
}
