// The people of the journeys and the project that they work in, made through the interface.

/** ada owns the workspace, bo edits, cy reviews, dee reads. */
export class Cast {
  static async meet(service) {
    const cast = new Cast();
    cast.service = service;
    await cast.signIn(['ada']);
    [cast.workspace] = await service.call('GET', '/api/workspaces', undefined, cast.ada.token);
    cast.W = '/api/workspaces/' + cast.workspace.id;
    for (const name of ['bo', 'cy', 'dee']) {
      await service.call('POST', cast.W + '/members', { email: name + '@example.com', role: 'member' }, cast.ada.token);
      await cast.signIn([name]);
      await service.call('GET', '/api/workspaces', undefined, cast[name].token); // whoever looks has accepted
    }
    const found = await service.call('GET', '/api/git_host/installations/available?workspaceId=' + cast.workspace.id, undefined, cast.ada.token);
    const [account] = found.installations;
    if (!account.boundWorkspace) await service.call('POST', '/api/git_host/installations/connect', { workspaceId: cast.workspace.id, installationId: account.id }, cast.ada.token);
    return cast;
  }

  /** Takes a new token for each, which lasts an hour. */
  async signIn(names = ['ada', 'bo', 'cy', 'dee']) {
    this.met = Date.now();
    for (const name of names) this[name] = await this.service.token(name);
  }

  /** A project of its own for a journey, with roles for everybody. */
  async project(name, template = 'blog') {
    const made = await this.service.call('POST', '/api/git_host/create-from-template', { workspaceId: this.workspace.id, templateRepo: 'starters/' + template, name }, this.ada.token);
    const project = await this.service.call('POST', this.W + '/projects', { repoFullName: made.fullName, name }, this.ada.token);
    const P = `${this.W}/projects/${project.id}`;
    for (const [who, role] of [['bo', 'editor'], ['cy', 'reviewer'], ['dee', 'viewer']]) {
      await this.service.call('POST', P + '/members', { userId: this[who].id, role }, this.ada.token);
    }
    const call = (method, path, body, who = 'ada') => this.service.call(method, P + path, body, this[who].token);
    const place = `/w/${this.workspace.slug}/p/${project.id}`;
    return { id: project.id, name, P, place, repository: made.fullName, call };
  }
}
