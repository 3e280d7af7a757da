document.dir = new URLSearchParams(location.search).get('dir') ?? 'ltr'
