// Generated from spec/. Do not edit; change spec/ and run: npm run generate

export interface paths {
    "/dashboard/api/session/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a code
         * @description The code of a sign-in link, which works once within 15 minutes; where it came by mail, within 24 hours, or an hour
         *     where its person asked for it. A new session id is set; the session of the request, if any, ends.
         */
        post: operations["signInWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a password
         * @description Also renews `signed_in_at` of a person who is signed in. A new session id is set; the session of the
         *     request, if any, ends.
         */
        post: operations["signInWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sign-in link by mail
         * @description For a person who has forgotten their password, which stays. The link works once within an hour. The response is the
         *     same, and as fast, for an address that belongs to nobody. A person gets one mail in a quarter of an hour. 404 where
         *     the service sends no mail.
         */
        post: operations["requestSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session of the request and clears its cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/setup/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what the first person may choose
         * @description Without changing anything: the code goes on being valid. The stores of the service, for the first person to
         *     choose the one that they own.
         */
        post: operations["checkSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the first person and sign them in
         * @description They become an owner of the store `store_id`, or of a new one on the plan Free with the name `store_name`.
         *     Works once, as long as the service has no person.
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how people may sign in
         * @description For the sign-in page.
         */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with OpenID Connect
         * @description Returns the address of the provider and sets a cookie of 10 minutes (SameSite=Lax) with a random text, of
         *     which state, nonce and PKCE verifier are hashes. With a session, the provider asks for the password in any
         *     case. 503 when the provider cannot be reached.
         */
        post: operations["startOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the response of the OpenID Connect provider
         * @description Sent by the page that the provider redirects to. The account is bound to issuer and `sub`; only an
         *     invited, verified address gets one. 401 where the response does not belong to the cookie of `startOidc`, and
         *     where the provider says that the person authenticated there more than 10 minutes ago.
         */
        post: operations["signInWithOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description The person, their stores with their role in each, and the session.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or change the password
         * @description Ends the other sessions of the person.
         */
        put: operations["setPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Last used first. Expired sessions are not listed.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions of one's own
         * @description The session of the request goes on.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session; not the secret of the cookie. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the own sessions
         * @description Ending the session of the request is signing out.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read today and the last 7 days
         * @description Figures of today and of the last 7 days (today included) in the given time zone, each with the days before,
         *     the five latest questions whose reply was no help, and the check list for the first day.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read the figures of a range of days
         * @description Days are calendar days in `time_zone`; test conversations are excluded. `before` are the figures of the same
         *     number of days before.
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/analytics/products": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read what shoppers did with each product
         * @description The 100 products that were ordered most, then put into the cart, followed and shown.
         */
        get: operations["listProductFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/analytics/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Export the figures as CSV
         * @description One line a day and channel with conversations: conversations, replies, their results, and thumbs. Cells that a
         *     spreadsheet would read as a formula begin with an apostrophe.
         */
        get: operations["exportAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List conversations
         * @description Newest first, without tests. `text` is searched in messages of at most 7 days, so it needs `from` and `to`.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The conversation. */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /**
         * Read a conversation
         * @description All messages in order, with tool calls, tokens, times and errors.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        /**
         * Delete a conversation
         * @description With `visitor_conversations=true` also every other conversation of the same visitor (erasure). Hourly
         *     sums stay: they hold nothing personal.
         */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/conversations/{conversation_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The conversation. */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /**
         * Export a conversation
         * @description As JSON, the body of `getConversation`, or as CSV with one line a message.
         */
        get: operations["exportConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/left-messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List messages that wait for a person
         * @description What shoppers left after a reply that was no help: the 100 that have waited longest, and how many wait (decision 0068).
         */
        get: operations["listLeftMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/left-messages/{left_message_id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description A message that waits. */
                left_message_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a message as done
         * @description It leaves the list, and stays in its conversation.
         */
        post: operations["finishLeftMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List the agents
         * @description Oldest first, disabled ones included.
         */
        get: operations["listDashboardAgents"];
        put?: never;
        /**
         * Create an agent
         * @description As `createAgent` of the API does; the plan's agent limit holds.
         */
        post: operations["createDashboardAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The agent. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        /**
         * Read an agent
         * @description With what deleting it would break.
         */
        get: operations["getDashboardAgent"];
        /**
         * Change an agent
         * @description Replaces every field. 409 when `version` is not the current one: someone else has changed the agent
         *     meanwhile.
         */
        put: operations["updateDashboardAgent"];
        post?: never;
        /**
         * Delete an agent
         * @description 409 while a chatbot uses it, or when `version` is not the current one. Its conversations stay readable.
         */
        delete: operations["deleteDashboardAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/agents/{agent_id}/test-chat": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The agent. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chat with an agent as a test
         * @description The conversation is marked as a test and excluded from analytics and from the list of conversations.
         *     `draft` is used in place of the stored config, so that a prompt can be tried before it is saved; an agent that
         *     is disabled replies, too. At most 30 messages a minute for a person, which do not count against the store's
         *     limit. Events as in `asyncapi.yaml`, and the header `X-Conversation-Id`.
         */
        post: operations["streamTestChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/agent-options": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read the models and tools that an agent may use
         * @description For the form: both are chosen by name.
         */
        get: operations["getAgentOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/chatbots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List the chatbots
         * @description Oldest first.
         */
        get: operations["listChatbots"];
        put?: never;
        /**
         * Create a chatbot
         * @description For an agent of the store.
         */
        post: operations["createChatbot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        /**
         * Read a chatbot
         * @description With its settings, origins and image hosts.
         */
        get: operations["getChatbot"];
        /**
         * Change a chatbot
         * @description Replaces every field. 409 when `version` is not the current one.
         */
        put: operations["updateChatbot"];
        post?: never;
        /**
         * Delete a chatbot
         * @description Pages that still have its snippet show no chat bubble. 409 when `version` is not the current one.
         */
        delete: operations["deleteChatbot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}/preview-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a token for the preview
         * @description The preview sends its messages with it, as a widget does with a visitor token: valid for 15 minutes, for
         *     `streamPreviewChat` about this chatbot, from the dashboard's own origin, which the chatbot need not allow. Its
         *     conversations are tests.
         */
        post: operations["createPreviewToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/preview-chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chat in the preview of a chatbot
         * @description The preview's messages, by a token of `createPreviewToken` in `Authorization: Bearer`, and not by the session.
         *     The agent replies as to a visitor. At most 30 messages a minute for a person, those of `streamTestChat` included.
         */
        post: operations["streamPreviewChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/chatbots/{chatbot_id}/snippet": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        /**
         * Read the snippet of a chatbot
         * @description The script tag for the shop's pages (source 4.5), with the address under which this service is reached.
         */
        get: operations["getSnippet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read the state of the catalogue
         * @description Counts, the time of the last import, and the shop's own words for the search.
         */
        get: operations["getCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/imports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List imports
         * @description Newest first; the last 50.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import a file
         * @description The file is the body, at most 100 MB, with its own media type: Shopify CSV, Google feed (tab-separated
         *     or XML) or JSON Lines. The format is found out from the content. The response is sent when the file has
         *     arrived, and the import goes on (decision 0045). A store has one running import: 409 for a second one, and 503 while the
         *     service runs as many imports as it can.
         */
        post: operations["importFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/imports/address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import from an address
         * @description Fetches a feed over HTTPS from a public address, at most 100 MB in 2 minutes and with at most 5 redirects. A
         *     store has one running import: 409 for a second one, and 503 while the service runs as many as it can.
         */
        post: operations["importAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The import. */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        /**
         * Read the progress of an import
         * @description With the first 100 rejected lines and the reason for each.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/synonyms": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the shop's own words
         * @description Words that mean the same in this shop, and kinds of things, for the search of products. In force with the next message.
         */
        put: operations["setSynonyms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/live-shop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read the live shop
         * @description The shop that agents search over the network, and whether it can be read now. The shop is called where its last response is older than ten minutes.
         */
        get: operations["getLiveShop"];
        /**
         * Connect a shop by its address
         * @description Reads the shop's profile of the Universal Commerce Protocol and some products; 400 with a sentence where that fails. Agents
         *     of the store search it with their next message. A store has one live shop: 409 for a second one.
         */
        put: operations["connectLiveShop"];
        post?: never;
        /**
         * Disconnect the live shop
         * @description Agents find its products no longer with their next message.
         */
        delete: operations["disconnectLiveShop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/image-hosts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow pictures of hosts
         * @description Adds the hosts to the image_hosts of all chatbots of the store.
         */
        post: operations["allowImageHosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/catalog/products": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Search the catalogue
         * @description As the tool `search_catalog` does, to try what an agent would find. Without `query` the first products.
         */
        get: operations["searchProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List the addresses that were read
         * @description Feeds and pages that were imported by their address, by name, with their schedule (decision 0069).
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/sources/{source_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The address. */
                source_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set how often an address is read again
         * @description A page at most once a day. A reading that fails keeps what is there, and is repeated after an hour.
         */
        put: operations["setSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read what the assistant knows of the shop
         * @description The documents by source, and the contact that the assistant names (decision 0058).
         */
        get: operations["getKnowledge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge/documents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a text
         * @description Markdown, or questions and answers. Its title is its source. It replaces the document with the same source. The knowledge of a store has at most 500 documents and 2,000 passages.
         */
        post: operations["importKnowledgeText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file
         * @description The file is the body, at most 1 MB: Markdown, HTML, text or a table of questions and answers, by the ending of its name. It replaces the document with the same source. The knowledge of a store has at most 500 documents and 2,000 passages.
         */
        post: operations["importKnowledgeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a page
         * @description Fetches a page over HTTPS from a public address, at most 1 MB in 20 s and with at most 5 redirects. It replaces the document with the same source. The knowledge of a store has at most 500 documents and 2,000 passages.
         */
        post: operations["importKnowledgeAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The document. */
                document_id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        /**
         * Read a document
         * @description Its passages as Markdown, each below a heading. Changed, it is imported as a text with the same source.
         */
        get: operations["getKnowledgeDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description With its passages.
         */
        delete: operations["deleteKnowledge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge/passages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Search the knowledge
         * @description As the tool `search_shop_knowledge` does, to try what an agent would find.
         */
        get: operations["searchKnowledge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/knowledge/contact": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the contact
         * @description Whom the assistant names for what it does not know; null for none.
         */
        put: operations["setContact"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List questions without help
         * @description What shoppers asked in vain in the last 90 days, of the latest 1,000 that found nothing and the latest 1,000 that did not know: questions with the same words are one, those asked most often first (decision 0066).
         */
        get: operations["listQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/questions/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description A message that asks the question. */
                message_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Improve the reply to a question
         * @description Adds an answer, words for the search, or what to say about a thing that is not sold; then asks the question again, in a test conversation. A question that is answered now leaves the list, and so does what is no question.
         */
        post: operations["improveQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List the API keys
         * @description Oldest first, revoked ones included, without the keys themselves.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The response holds the full key.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/api-keys/{key_id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The id of the key; not the key. */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reveal an API key
         * @description A POST, because it writes to the audit log. 409 for a revoked key.
         */
        post: operations["revealApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/api-keys/{key_id}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The id of the key; not the key. */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key by a new one
         * @description The old key stays valid for the given hours. 409 for a revoked or expired key.
         */
        post: operations["regenerateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/api-keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The id of the key; not the key. */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description For good; revoking a revoked key changes nothing.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read the plan
         * @description Limits, use, peaks and rejected requests of the last 30 days.
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/team": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * List the people of the store
         * @description Oldest first.
         */
        get: operations["listTeam"];
        put?: never;
        /**
         * Invite a person
         * @description Sends a sign-in link by mail, where the operator has set a mail server; else returns its code, which the owner
         *     passes on. Inviting a person again
         *     issues a new code, for a lost password too, removes the password and ends the sessions. 409 for a person
         *     who belongs to another store: an operator adds them.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/team/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The person. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a person from the store
         * @description They lose access at once. 409 for the last owner.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a person
         * @description 409 for the last owner.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read notices
         * @description What needs the owners of the store, what was sent to whom, and how notices reach the person who asks.
         */
        get: operations["getNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set whether notices come by mail
         * @description For the person who asks. Notices go to owners only.
         */
        patch: operations["setNoticeMail"];
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/notices/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description To the owners who want mail, and to the webhook.
         */
        post: operations["testNotices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/notices/{notice_id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The notice. */
                notice_id: components["parameters"]["NoticeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a notice from the list
         * @description A person has dealt with it.
         */
        post: operations["finishNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the webhook
         * @description Notices of the store are posted to the address, signed as Standard Webhooks says. Only https, and never to a private address. Replaces the webhook before, and its secret.
         */
        put: operations["setWebhook"];
        post?: never;
        /**
         * Remove the webhook
         * @description Nothing is posted any more.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Newest first: every change, reveal and sign-in.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/stores/{store_id}/audit-log/{entry_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description An entry of the audit log. */
                entry_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change
         * @description Changes the fields of an agent, a chatbot or a text back, which is a change with an entry of its own. 409 where one of
         *     them has changed again since.
         */
        post: operations["undoChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Id: string;
        /**
         * Format: date-time
         * @description ISO 8601 in UTC with milliseconds.
         */
        Time: string;
        /**
         * Format: date-time
         * @description ISO 8601 in UTC with milliseconds, or null.
         */
        OptionalTime: string | null;
        /** @description Opaque; null on the last page. */
        NextCursor: string | null;
        Count: number;
        /** @description Milliseconds; null without a measurement. */
        Duration: number | null;
        /**
         * Format: email
         * @description Compared without regard to case.
         * @example ana@shop.example
         */
        Email: string;
        /**
         * @description A member does everything but API keys and team.
         * @enum {string}
         */
        Role: "owner" | "member";
        /**
         * @description Where the conversation began.
         * @enum {string}
         */
        Channel: "widget" | "api" | "mcp";
        /**
         * @description A shopper's rating of a reply; the latest counts.
         * @enum {string}
         */
        Thumb: "up" | "down";
        /** @description Rises by one with every change. */
        Version: number;
        CodeSignIn: {
            /** @description From the fragment of a sign-in link. */
            code: string;
        };
        PasswordSignIn: {
            email: components["schemas"]["Email"];
            password: string;
        };
        LinkRequest: {
            email: components["schemas"]["Email"];
        };
        PasswordChange: {
            /** @description At least 12 characters. */
            password: string;
        };
        Setup: {
            /** @description Oldest first. */
            stores: {
                id: components["schemas"]["Id"];
                name: string;
            }[];
        };
        /** @description With one of `store_id` and `store_name`. */
        SetupInput: {
            /** @description From the fragment of the printed link. */
            code: string;
            email: components["schemas"]["Email"];
            /** @description At least 12 characters. */
            password: string;
            store_id?: components["schemas"]["Id"];
            store_name?: string;
        };
        SignInMethods: {
            password: boolean;
            /** @description Whether a link can be sent by mail. */
            mail: boolean;
            /** @description Whether a provider is configured. */
            oidc: boolean;
        };
        OidcStart: {
            /** Format: uri */
            authorization_url: string;
        };
        OidcSignIn: {
            code: string;
            state: string;
            /** @description The issuer (RFC 9207). */
            iss?: string;
        };
        Me: {
            user: {
                id: components["schemas"]["Id"];
                email: components["schemas"]["Email"];
                has_password: boolean;
            };
            /** @description In the order in which the person joined them. */
            stores: {
                id: components["schemas"]["Id"];
                name: string;
                role: components["schemas"]["Role"];
            }[];
            session: components["schemas"]["Session"];
        };
        Session: {
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Operations with `x-recent-sign-in` are open until 5 minutes later.
             */
            signed_in_at: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description If it is not used: 30 minutes after the last use, at most 12 hours after the sign-in.
             */
            expires_at: string;
            /** @description As sent; truncated. */
            user_agent: string | null;
            /** @description Whether it is the session of the request. */
            is_current: boolean;
        };
        SessionList: {
            sessions: components["schemas"]["Session"][];
        };
        /** @description Test conversations are excluded. A conversation belongs to the day on which it began. */
        Figures: {
            /** @description Conversations in which at least one message was sent. */
            conversations: number;
            /** @description Replies of these conversations: the sum of their results. */
            replies: number;
            results: components["schemas"]["Results"];
            /** @description Conversations whose latest thumb is up. */
            thumbs_up: number;
            /** @description Conversations whose latest thumb is down. */
            thumbs_down: number;
            /** @description Half of all replies had their first text within this time after the message arrived, in milliseconds: within 41 %, as it is read from counts in ranges. */
            first_token_p50_ms: number | null;
            /** @description 95 of 100 replies had their first text within this time, in milliseconds. */
            first_token_p95_ms: number | null;
            /** @description Half of all complete replies ended within this time after the message arrived, in milliseconds. */
            reply_p50_ms: number | null;
            /** @description 95 of 100 complete replies ended within this time, in milliseconds. */
            reply_p95_ms: number | null;
            /** @description Tokens sent to models, as their vendors report them; estimated where they do not. */
            input_tokens: number;
            /** @description Tokens of models' replies, as their vendors report them; estimated where they do not. */
            output_tokens: number;
        };
        /**
         * @description What a shopper got from a reply, exactly one: products or a text of the shop (`helped`), a reply for which nothing was
         *     looked up (`small_talk`), no product (`nothing_found`), no text of the shop (`not_known`), a refusal of the model or a
         *     filter (`declined`), an error (`failed`), a stop by the monthly cap or the length of replies (`limited`), or nothing,
         *     because the shopper left (`left`).
         * @enum {string}
         */
        Result: "helped" | "small_talk" | "nothing_found" | "not_known" | "declined" | "failed" | "limited" | "left";
        /** @enum {string} */
        ResultFilter: "without_help" | "helped" | "small_talk" | "nothing_found" | "not_known" | "declined" | "failed" | "limited" | "left";
        /** @description How many replies have each result. */
        Results: {
            helped: components["schemas"]["Count"];
            small_talk: components["schemas"]["Count"];
            nothing_found: components["schemas"]["Count"];
            not_known: components["schemas"]["Count"];
            declined: components["schemas"]["Count"];
            failed: components["schemas"]["Count"];
            limited: components["schemas"]["Count"];
            left: components["schemas"]["Count"];
        };
        PlanUse: {
            /** @description Requests of API keys and messages of visitors that counted against the limit. */
            requests: number;
            /** @description The limit; null without one. */
            requests_per_minute: number | null;
            /** @description The most requests of API keys, or messages of the visitors of one chatbot, in one minute of the clock. */
            peak_requests_per_minute: number;
            /**
             * Format: date-time
             * @description The begin of that minute; null without a request.
             */
            peak_at: string | null;
            /** @description Requests that were rejected with 429. */
            rejected: number;
        };
        Overview: {
            /** @description While most of the latest replies fail, those of the last 24 hours; null otherwise. */
            outage: {
                failed: components["schemas"]["Count"];
                /** @description The latest replies */
                of: components["schemas"]["Count"];
                /** @description When the first one failed. */
                since: components["schemas"]["Time"];
            } | null;
            today: components["schemas"]["Figures"];
            yesterday: components["schemas"]["Figures"];
            last_7_days: components["schemas"]["Figures"];
            /** @description Of the 7 days before these. */
            week_before: components["schemas"]["Figures"];
            /** @description Of the last 7 days. */
            plan_use: components["schemas"]["PlanUse"];
            /** @description For the first day; each is true once it was done. */
            checklist: {
                /** @description The catalogue has products, or there is a live shop. */
                catalog_imported: boolean;
                /** @description The store has an agent. */
                agent_created: boolean;
                /** @description A page of an allowed origin has opened a visitor session. */
                chatbot_placed: boolean;
            };
        };
        Analytics: {
            /**
             * Format: date-time
             * @description Conversations from before it are deleted (RETENTION_DAYS), and visitors and the funnel count the others only.
             *     Null where both periods are kept.
             */
            kept_from: string | null;
            /** @description The same number of days before. */
            before: components["schemas"]["PeriodFigures"];
            /**
             * @description Conversations of the range whose replies have no result, and are in no sum of results: they were deleted before
             *     results were stored, or what is stored does not say it. Null without one.
             */
            unclassified: {
                conversations: components["schemas"]["Count"];
                /**
                 * Format: date
                 * @description On which the last of them began.
                 */
                last_day: string;
            } | null;
            total: components["schemas"]["Figures"];
            by_channel: components["schemas"]["ChannelFigures"];
            /** @description Every day of the range in order, those without conversations too. */
            by_day: {
                /** Format: date */
                day: string;
                figures: components["schemas"]["Figures"];
            }[];
            /** @description The latest 200 changes of agents, chatbots and texts in the range, oldest first. */
            changes: {
                /** Format: date */
                day: string;
                action: components["schemas"]["AuditAction"];
                detail: string | null;
            }[];
            funnel: components["schemas"]["Funnel"];
            cost: components["schemas"]["Cost"];
            plan_use: components["schemas"]["PlanUse"];
            sales: components["schemas"]["Sales"];
        };
        /** @description The figures of some days. */
        PeriodFigures: {
            total: components["schemas"]["Figures"];
            by_channel: components["schemas"]["ChannelFigures"];
            funnel: components["schemas"]["Funnel"];
            cost: components["schemas"]["Cost"];
            plan_use: components["schemas"]["PlanUse"];
            sales: components["schemas"]["Sales"];
        };
        /**
         * @description Orders that the shop's pages have reported, of visitors who had sent a message within 30 days before; nobody has verified
         *     them. One entry a currency.
         */
        Sales: {
            /** @description ISO 4217. */
            currency: string;
            orders: components["schemas"]["Count"];
            /** @description In minor units. */
            amount: number;
        }[];
        ProductFigures: {
            products: {
                product_id: string;
                /** @description Null where the catalogue does not have it any more. */
                title: string | null;
                /** @description Times that a card of it was seen, once on a page. */
                shown: number;
                /** @description Times that its link was followed. */
                clicked: number;
                /** @description Times that it was put into the cart. */
                added: number;
                /** @description Pieces in the orders that pages have reported. */
                ordered: number;
            }[];
        };
        ChannelFigures: {
            channel: components["schemas"]["Channel"];
            conversations: components["schemas"]["Count"];
            /** @description Different visitors who sent a message; a conversation without one (API, MCP) counts as a visitor of its own. */
            visitors: number;
        }[];
        /**
         * @description Different visitors of the widget who did this and everything before it, in this order, since they opened the chat in the
         *     range; test conversations are excluded.
         */
        Funnel: {
            /** @description They opened the chat. */
            opened: number;
            /** @description They sent a message. */
            asked: number;
            /** @description A product card was shown to them. */
            product_shown: number;
            /** @description They followed the link of a card or put its product into the cart. */
            product_chosen: number;
            /** @description The page has reported an order of theirs. */
            ordered: number;
        };
        /** @description Tokens times the operator's prices at the time of each reply; null where the operator has set none. */
        Cost: {
            /** @description In units of the currency. */
            amount: number;
            /** @description ISO 4217. */
            currency: string;
        } | null;
        ConversationSummary: {
            id: components["schemas"]["Id"];
            agent_id: components["schemas"]["Id"];
            agent_name: string;
            channel: components["schemas"]["Channel"];
            /** @description Null where no widget began it. */
            visitor_id: string | null;
            started_at: components["schemas"]["Time"];
            messages: components["schemas"]["Count"];
            /** @description Truncated to 200 characters. */
            first_message: string;
            /** @description Those of its replies, each once. */
            results: components["schemas"]["Result"][];
            /** @enum {string|null} */
            thumb: "up" | "down" | null;
        };
        ConversationPage: {
            conversations: components["schemas"]["ConversationSummary"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Conversation: {
            summary: components["schemas"]["ConversationSummary"];
            messages: components["schemas"]["Message"][];
            /** @description For a person of the shop, in order. */
            left_messages: components["schemas"]["LeftMessage"][];
            /** @description What the shopper did with products, in order. */
            events: {
                /** @enum {string} */
                type: "product_shown" | "product_clicked" | "product_added";
                product_id: string;
                /** @description Null where the catalogue does not have it any more. */
                title: string | null;
                at: components["schemas"]["Time"];
            }[];
            /** @description What the shop's pages have reported of the shopper, after this conversation and before another. */
            orders: {
                /** @description The shop's own; null for a person who was erased. */
                order_id: string | null;
                items: {
                    product_id: string;
                    title: string | null;
                    quantity: number;
                }[];
                total: components["schemas"]["Price"];
                at: components["schemas"]["Time"];
            }[];
        };
        Message: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            role: "user" | "assistant";
            text: string;
            tool_calls: {
                tool: string;
                /** @description As the model sent it. */
                input: Record<string, unknown>;
                /** @description As the tool returned it; null when it did not. */
                output: Record<string, unknown> | null;
            }[];
            /** @description The products that the shopper saw, with the pictures that the catalogue has now. */
            cards: {
                id: string;
                title: string;
                price: components["schemas"]["Price"] | null;
                available: boolean | null;
                /** @description The agent's reason. */
                why: string | null;
                image_url: string | null;
            }[];
            at: components["schemas"]["Time"];
            /** @description Null for a shopper's message, and for a reply from before results were stored. */
            result: components["schemas"]["Result"] | null;
            /** @description Why the reply failed. */
            error: string | null;
            /** @description Null for a shopper's message. */
            model: string | null;
            input_tokens: number | null;
            output_tokens: number | null;
            /** @description In US dollars, at the operator's prices at that time; 0 without a price. */
            cost: number | null;
            /** @description Whether tokens are estimated, because the vendor has not reported all, and the cost with them. */
            is_estimated: boolean;
            first_token_ms: components["schemas"]["Duration"];
            total_ms: components["schemas"]["Duration"];
            /** @enum {string|null} */
            thumb: "up" | "down" | null;
        };
        LeftMessage: {
            id: components["schemas"]["Id"];
            conversation_id: components["schemas"]["Id"];
            email: string;
            text: string;
            left_at: components["schemas"]["Time"];
            done_at: components["schemas"]["OptionalTime"];
        };
        LeftMessageList: {
            messages: components["schemas"]["LeftMessage"][];
            total: components["schemas"]["Count"];
        };
        ConversationsDeleted: {
            /** @description Conversations that were deleted. */
            deleted: number;
        };
        /**
         * @description A disabled agent rejects messages.
         * @enum {string}
         */
        AgentStatus: "active" | "disabled";
        DashboardAgent: {
            id: components["schemas"]["Id"];
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            description: string | null;
            config: components["schemas"]["AgentConfigApplied"];
            status: components["schemas"]["AgentStatus"];
            version: components["schemas"]["Version"];
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
            /** @description What deleting the agent would break. */
            used_by: {
                chatbots: components["schemas"]["Named"][];
                conversations: components["schemas"]["Count"];
            };
        };
        Named: {
            id: components["schemas"]["Id"];
            name: string;
        };
        DashboardAgentList: {
            agents: components["schemas"]["DashboardAgent"][];
            /** @description The plan's; null without one. */
            agent_limit: number | null;
        };
        AgentUpdate: {
            version: components["schemas"]["Version"];
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description. */
            description?: string;
            config: components["schemas"]["AgentConfig"];
            status: components["schemas"]["AgentStatus"];
        };
        AgentOptions: {
            models: {
                /**
                 * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
                 *     `provider_three` a cloud model platform.
                 * @enum {string}
                 */
                model_provider: "provider_one" | "provider_two" | "provider_three";
                /**
                 * @description The provider's identifier of the model.
                 * @example shopping-1
                 */
                model_id: string;
                /** @description For people. */
                name: string;
            }[];
            tools: {
                /**
                 * @description Name of a tool connection. `product_catalog` and `shop_knowledge` are built in; a type without a connection is stored and provides no tools.
                 * @example product_catalog
                 */
                type: string;
                /** @description For people. */
                name: string;
                description: string;
            }[];
        };
        TestChatRequest: {
            /**
             * @description The user's message.
             * @example Do you have a blue shirt under $60?
             */
            message: string;
            conversation_id?: components["schemas"]["Id"];
            draft?: components["schemas"]["AgentConfig"];
        };
        WidgetSettings: {
            /** @description The first message that a visitor sees. */
            welcome_message: string;
            /** @description Clickable prompt suggestions. */
            suggested_prompts: string[];
            theme: components["schemas"]["WidgetTheme"];
            /**
             * @description Shape of the bubble.
             * @enum {string}
             */
            bubble_style: "rounded" | "square" | "pill";
            /**
             * @description Corner of the page.
             * @enum {string}
             */
            position: "bottom-right" | "bottom-left";
            /** @description Title of the chat window's header. */
            title: string;
            subtitle?: string;
            /** @description A picture for the header, over https. */
            avatar_url?: string;
            /** @description Whether a line says that AI can make mistakes; absent: yes. */
            ai_notice?: boolean;
            /** @description Whether the widget is dark on a device in dark mode; absent: yes. */
            dark_mode?: boolean;
            /** @description Whether a reply that is no help offers to leave a message for a person; absent: yes. */
            leave_message?: boolean;
        };
        /** @description Origins whose pages may embed the chatbot, such as https://shop.example. */
        Origins: string[];
        /** @description Hosts whose pictures the widget may show, such as cdn.shop.example. */
        ImageHosts: string[];
        /** @description Hosts that links in the agent's text may open, such as shop.example; an empty list allows every host. */
        LinkHosts: string[];
        /**
         * @description Pages show no bubble of a disabled chatbot.
         * @enum {string}
         */
        ChatbotStatus: "active" | "disabled";
        /** @description For the team; null for none. Visitors never see it. */
        ChatbotNote: string | null;
        ChatbotCreate: {
            agent_id: components["schemas"]["Id"];
            name: string;
            config: components["schemas"]["WidgetSettings"];
            allowed_origins: components["schemas"]["Origins"];
            image_hosts: components["schemas"]["ImageHosts"];
            link_hosts: components["schemas"]["LinkHosts"];
            status: components["schemas"]["ChatbotStatus"];
            note?: components["schemas"]["ChatbotNote"];
        };
        ChatbotUpdate: {
            version: components["schemas"]["Version"];
            agent_id: components["schemas"]["Id"];
            name: string;
            config: components["schemas"]["WidgetSettings"];
            allowed_origins: components["schemas"]["Origins"];
            image_hosts: components["schemas"]["ImageHosts"];
            link_hosts: components["schemas"]["LinkHosts"];
            status: components["schemas"]["ChatbotStatus"];
            note?: components["schemas"]["ChatbotNote"];
        };
        Chatbot: {
            id: components["schemas"]["Id"];
            version: components["schemas"]["Version"];
            agent_id: components["schemas"]["Id"];
            name: string;
            config: components["schemas"]["WidgetSettings"];
            allowed_origins: components["schemas"]["Origins"];
            image_hosts: components["schemas"]["ImageHosts"];
            link_hosts: components["schemas"]["LinkHosts"];
            status: components["schemas"]["ChatbotStatus"];
            note: components["schemas"]["ChatbotNote"];
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        ChatbotList: {
            chatbots: components["schemas"]["Chatbot"][];
        };
        PreviewToken: {
            token: string;
            expires_at: components["schemas"]["Time"];
        };
        PreviewChatRequest: {
            /**
             * @description The user's message.
             * @example Do you have a blue shirt under $60?
             */
            message: string;
            conversation_id?: components["schemas"]["Id"];
        };
        Snippet: {
            /** @example <script src="https://agents.shop.example/embed/chatbot.js" data-chatbot-id="cbt_1" async></script> */
            html: string;
        };
        Synonyms: {
            synonyms: components["schemas"]["SynonymsText"];
        };
        /** @description The shop's own words for the search, one entry a line: `slippers, house shoes` mean the same, `hat > beanie, cap` says that a beanie and a cap are hats. Empty for none. */
        SynonymsText: string;
        Catalog: {
            synonyms: components["schemas"]["SynonymsText"];
            products: components["schemas"]["Count"];
            variants: components["schemas"]["Count"];
            last_import_at: components["schemas"]["OptionalTime"];
        };
        /** @enum {string} */
        Every: "never" | "hourly" | "daily" | "weekly";
        Schedule: {
            every: components["schemas"]["Every"];
        };
        Source: {
            id: components["schemas"]["Id"];
            /**
             * @description Products, or a text.
             * @enum {string}
             */
            kind: "feed" | "page";
            /** @description The address without user, password and query. */
            name: string;
            every: components["schemas"]["Every"];
            read_at: components["schemas"]["OptionalTime"];
            /** @description Why the last reading failed. */
            error: string | null;
            next_read_at: components["schemas"]["OptionalTime"];
        };
        SourceList: {
            sources: components["schemas"]["Source"][];
        };
        LiveShopState: {
            /** @description Null without a live shop. */
            shop: components["schemas"]["LiveShop"] | null;
        };
        LiveShop: {
            url: string;
            /** @description Of the protocol that both sides speak; null before the profile is read. */
            revision: string | null;
            read_at: components["schemas"]["OptionalTime"];
            /** @description Why the shop cannot be read; null while it can. */
            failure: string | null;
            image_hosts: components["schemas"]["FoundImageHosts"];
        };
        LiveShopAddress: {
            /** @description A domain such as shop.example, or an address of the shop. */
            address: string;
        };
        AllowedImageHosts: {
            hosts: string[];
        };
        /** @description Hosts of the pictures, those of the most products first. A chatbot shows pictures of its image_hosts only. */
        FoundImageHosts: {
            host: string;
            products: number;
            /** @description Whether a chatbot of the store shows its pictures. */
            is_allowed: boolean;
        }[];
        Knowledge: {
            documents: components["schemas"]["KnowledgeDocument"][];
            contact: components["schemas"]["ContactText"];
        };
        KnowledgeDocument: {
            id: components["schemas"]["Id"];
            /** @description A file name, the address of a page, or the title of a text. */
            source: string;
            title: string;
            /** @enum {string} */
            format: "markdown" | "html" | "text" | "question-pairs";
            /** @description How many parts of it can be found. */
            passages: number;
            imported_at: components["schemas"]["Time"];
            /** @description How many replies found their first passage in it. */
            answered: number;
            last_answered_at: components["schemas"]["OptionalTime"];
        };
        KnowledgeWithText: {
            document: components["schemas"]["KnowledgeDocument"];
            text: string;
        };
        QuestionList: {
            questions: components["schemas"]["OpenQuestion"][];
            /** @description How many different questions there are. */
            total: number;
            /** @description How often they were asked in all. */
            asked: number;
        };
        OpenQuestion: {
            message_id: components["schemas"]["Id"];
            /** @description How often it was asked since the shop last improved its reply. */
            asked: number;
            /** @description The latest times, in the words of the shoppers. */
            latest: {
                question: string;
                conversation_id: components["schemas"]["Id"];
                at: components["schemas"]["Time"];
            }[];
            /** @description The words that say something, for a thing that is not sold. Empty where no reply looked for products in vain. */
            words: string;
            /** @description Its words that no product has, for a synonym. Empty where the latest reply did not look for products in vain. */
            unknown_words: string;
            /** @description The latest reply. */
            reply: string;
            /** @description What the shop did about it before it was asked in vain again. */
            improvement: null | {
                /** @enum {string} */
                action: "answer" | "synonym" | "not_sold" | "not_a_question" | "other";
                at: components["schemas"]["Time"];
            };
        };
        /** @description `answer` adds `text` to the shop's knowledge, with the question `about` as its title. `synonym` says that the words `about` mean what products call `text`. `not_sold` replies with `text` where shoppers want a thing `about`. `other` asks again after another change. */
        Improvement: {
            /** @enum {string} */
            action: "answer" | "synonym" | "not_sold" | "not_a_question" | "other";
            about?: string;
            text?: string;
        };
        ImprovedReply: {
            /** @description Null for what is no question. */
            reply: null | {
                text: string;
                /** @description Whether the question has left the list. */
                is_help: boolean;
                /** @description Why there is no reply. */
                error: string | null;
            };
        };
        KnowledgeText: {
            title: string;
            text: string;
        };
        KnowledgeAddress: {
            /** Format: uri */
            url: string;
        };
        PassageList: {
            passages: {
                /** @description The headings that the text stands under, or the question. */
                title: string;
                text: string;
                source: string;
            }[];
            contact: components["schemas"]["ContactText"];
        };
        Contact: {
            contact: components["schemas"]["ContactText"];
        };
        /** @description Whom the assistant names for what it does not know; null for none. */
        ContactText: string | null;
        ImportAddress: {
            /** Format: uri */
            url: string;
            /** @description ISO 4217 code for prices without one; an import of a file that has such prices fails without it. */
            currency?: string;
            /**
             * Format: uri
             * @description Address of the shop: products without a link get `/products/<id>` below it.
             */
            shop_url?: string;
            /**
             * @description Whether products that the feed does not have are removed.
             * @default false
             */
            replace_all?: boolean;
        };
        Import: {
            id: components["schemas"]["Id"];
            /**
             * @description A failed import has changed nothing.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description `file`, `command`, or the address. */
            source: string;
            /**
             * @description Null until it is found out.
             * @enum {string|null}
             */
            format: "shopify-csv" | "json-lines" | "google-tsv" | "google-xml" | null;
            started_at: components["schemas"]["Time"];
            ended_at: components["schemas"]["OptionalTime"];
            /** @description Lines, rows or items read so far, without the header. */
            lines: number;
            /** @description Products read so far; those imported once it is done. */
            products: number;
            /** @description Products that are valid, but not for sale, such as drafts. */
            skipped_lines: number;
            rejected_lines: components["schemas"]["Count"];
            /** @description Why it failed. */
            error: string | null;
        };
        ImportDetails: {
            import: components["schemas"]["Import"];
            /** @description The first rejected lines. */
            rejected: {
                line: number;
                reason: string;
            }[];
            /** @description Null unless it is done. */
            findings: components["schemas"]["ImportFindings"] | null;
        };
        /** @description What the products lack for a card in the chat, in numbers of products. */
        ImportFindings: {
            without_link: components["schemas"]["Count"];
            without_picture: components["schemas"]["Count"];
            /** @description The lowest price is 0. */
            without_price: number;
            /** @description Whether they are available is all that is known. */
            without_quantity: number;
            image_hosts: components["schemas"]["FoundImageHosts"];
            /** @description Lines that were read, but perhaps not as they were meant. */
            warnings: {
                line: number;
                reason: string;
            }[];
        };
        ImportList: {
            imports: components["schemas"]["Import"][];
        };
        Price: {
            /** @description In the minor unit of the currency, such as cents. */
            amount: number;
            /** @description ISO 4217. */
            currency: string;
        };
        ProductList: {
            products: components["schemas"]["ProductSummary"][];
            /** @description How many products match, beyond those listed too. */
            total: number;
        };
        ProductSummary: {
            /** @description The shop's own. */
            id: string;
            title: string;
            /** @description The lowest among the variants. */
            price: components["schemas"]["Price"];
            /** @description The highest; null where they do not differ. */
            max_price: components["schemas"]["Price"] | null;
            /** @description Whether at least one variant is in stock. */
            available: boolean;
            url: string | null;
            image_url: string | null;
            /** @description When an import read it last; null where that is not known, and for a live shop. */
            read_at: components["schemas"]["OptionalTime"];
        };
        /** @description What the key is for. */
        KeyNote: string;
        ApiKey: {
            id: components["schemas"]["Id"];
            note: string | null;
            /** @description The last four characters of the key. */
            hint: string;
            created_at: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description To the minute; null if it was never used.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description The end of the overlap of a regenerated key; null without one.
             */
            expires_at: string | null;
            revoked_at: components["schemas"]["OptionalTime"];
        };
        ApiKeyList: {
            api_keys: components["schemas"]["ApiKey"][];
        };
        RevealedApiKey: {
            /** @description The full key. */
            key: string;
            api_key: components["schemas"]["ApiKey"];
        };
        ApiKeyCreate: {
            note?: components["schemas"]["KeyNote"];
        };
        ApiKeyRegenerate: {
            /**
             * @description Hours for which the old key stays valid; 0 revokes it at once.
             * @enum {integer}
             */
            overlap_hours: 0 | 1 | 24;
        };
        Plan: {
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @description The limit; null without one. */
            requests_per_minute: number | null;
            /** @description Agents that the store has. */
            agents: number;
            /** @description The limit; null without one. */
            agent_limit: number | null;
            last_30_days: components["schemas"]["PlanUse"];
            /** @description What replies have cost in the present month of UTC, tests included, at the operator's prices. */
            spending: {
                /** @description In units of the currency. */
                amount: number;
                /** @description When it is reached, vendors are not called until the next month. Null without a cap. */
                cap: number | null;
                /** @description ISO 4217. */
                currency: string;
                /** @description Whether the models of all agents have prices. Where one has none, it counts as free, and no cap stops it. */
                has_prices: boolean;
            };
        };
        Member: {
            user_id: components["schemas"]["Id"];
            email: components["schemas"]["Email"];
            role: components["schemas"]["Role"];
            added_at: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description Null for a person who has not signed in yet.
             */
            last_sign_in_at: string | null;
        };
        Team: {
            members: components["schemas"]["Member"][];
        };
        Invitation: {
            email: components["schemas"]["Email"];
            role: components["schemas"]["Role"];
        };
        InvitedMember: {
            member: components["schemas"]["Member"];
            /** @description For the fragment of the sign-in link: `/dashboard/#code=...`. Null where the link went out by mail. */
            code: string | null;
            expires_at: components["schemas"]["Time"];
        };
        RoleChange: {
            role: components["schemas"]["Role"];
        };
        Notices: {
            /** @description What needs the owners, newest first, at most 20. */
            open: {
                id: components["schemas"]["Id"];
                /** @description What it is about. */
                kind: string;
                subject: string;
                text: string;
                /** @description The page of the dashboard that it is about, below the store. */
                path: string;
                created_at: components["schemas"]["Time"];
            }[];
            /** @description What was sent, or is to be sent, newest first, at most 20. */
            deliveries: {
                id: components["schemas"]["Id"];
                subject: string;
                /** @enum {string} */
                channel: "mail" | "webhook";
                /** @description An e-mail address, or the address of the webhook. */
                recipient: string;
                queued_at: components["schemas"]["Time"];
                delivered_at: components["schemas"]["OptionalTime"];
                /**
                 * Format: date-time
                 * @description Null once it is delivered or given up.
                 */
                next_attempt_at: string | null;
                /** @description Of the last attempt. */
                error: string | null;
            }[];
            /** @description Whether the operator has set a mail server. */
            sends_mail: boolean;
            /** @description Whether the person who asks wants mail, and gets it as an owner. */
            wants_mail: boolean;
            webhook_url: string | null;
        };
        NoticeMail: {
            wants_mail: boolean;
        };
        WebhookAddress: {
            /** @example https://help.shop.example/hooks/chat */
            url: string;
        };
        WebhookSecret: {
            /** @description Begins with `whsec_`; the rest is the key in base64. */
            secret: string;
        };
        AuditEntry: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["Time"];
            /** @description The e-mail address of a person (of the account, where a sign-in failed), `operator` for a command on the server, or `API key …` with the last four characters for a request of the API or MCP. */
            actor: string;
            /** @description The address that the request came from; null for a command. */
            address: string | null;
            action: components["schemas"]["AuditAction"];
            /** @description The id of what it was done to. */
            subject: string | null;
            /** @description For people; no secret. */
            detail: string | null;
            /** @description What an agent, a chatbot or a text had before and has after. Long texts are cut off. */
            changes: components["schemas"]["FieldChange"][];
            /** @description Whether `undoChange` may change it back. */
            can_undo: boolean;
        };
        FieldChange: {
            /** @description Its path, such as `config.system_prompt`. */
            field: string;
            /** @description As a text. */
            before: unknown;
            /** @description As a text. */
            after: unknown;
        };
        /** @enum {string} */
        AuditAction: "session.signed_in" | "session.rejected" | "session.ended" | "identity.linked" | "password.set" | "api_key.created" | "api_key.note_changed" | "api_key.revealed" | "api_key.regenerated" | "api_key.revoked" | "catalog.imported" | "catalog.synonyms_changed" | "knowledge.imported" | "knowledge.deleted" | "question.improved" | "member.invited" | "member.role_changed" | "member.removed" | "notices.mail_changed" | "notice.done" | "webhook.set" | "webhook.removed" | "store.created" | "store.plan_changed" | "store.cap_changed" | "store.contact_changed" | "chatbot.created" | "chatbot.updated" | "connection.added" | "connection.removed" | "master_key.rotated" | "agent.created" | "agent.updated" | "agent.deleted" | "chatbot.deleted" | "conversation.deleted" | "message.done" | "source.schedule_changed";
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * AgentConfig
         * @description The model and the tools of an agent, as a client sends them (source 2.2).
         */
        AgentConfig: {
            /**
             * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions sent to the model before every conversation. */
            system_prompt: string;
            /**
             * @description Sampling temperature.
             * @default 0.7
             */
            temperature?: number;
            /**
             * @description Maximum number of tokens in one reply.
             * @default 4096
             */
            max_tokens?: number;
            /** @description MCP tool connections. There is no default. */
            mcp_capabilities?: components["schemas"]["McpCapability"][];
        };
        /**
         * AgentConfigApplied
         * @description An agent's config as the service returns it, with the defaults of source 2.2 filled in.
         */
        AgentConfigApplied: {
            /**
             * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions sent to the model before every conversation. */
            system_prompt: string;
            /** @description As sent; 0.7 if omitted. */
            temperature: number;
            /** @description As sent; 4096 if omitted. */
            max_tokens: number;
            /** @description As sent; absent if omitted. */
            mcp_capabilities?: components["schemas"]["McpCapabilityApplied"][];
        };
        /**
         * AgentCreate
         * @description Request body of `createAgent` (source 4.3).
         */
        AgentCreate: {
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description. */
            description?: string;
            config: components["schemas"]["AgentConfig"];
        };
        /**
         * ChatEvent
         * @description One event of the chat stream of a type that this version knows (source 6).
         */
        ChatEvent: components["schemas"]["TextEvent"] | components["schemas"]["ToolUseEvent"] | components["schemas"]["ToolResultEvent"] | components["schemas"]["EndEvent"] | components["schemas"]["ErrorEvent"];
        /**
         * EndEvent
         * @description The reply is complete. Terminal; nothing follows it.
         */
        EndEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "end";
            /** @description Send it with follow-up messages. */
            conversation_id: string;
        };
        /**
         * Error
         * @description The body of every error response (source 2.5).
         */
        Error: {
            /**
             * @description A human-readable message. For invalid input it names the field and the violated rule.
             * @example config.temperature must be <= 1
             */
            error: string;
            /**
             * @description The HTTP status code of the response.
             * @example 400
             */
            status: number;
            code: components["schemas"]["ErrorCode"];
        };
        /**
         * ErrorCode
         * @description Names the error for programs (decision 0050). The list is open, which `x-extensible-enum` says: a client treats a code
         *     that it does not know by the `status`.
         *
         *     | Code | Status | When |
         *     |---|---|---|
         *     | `invalid_request` | 400 | The request is not valid HTTP, JSON, or by the schema; the error names the field and the rule. |
         *     | `unauthorized` | 401 | The API key, visitor token or session is missing, invalid or expired. |
         *     | `https_required` | 403 | The request was sent over plain HTTP. |
         *     | `agent_limit_reached` | 403 | The plan's agent limit is reached. |
         *     | `origin_not_allowed` | 403 | The page's origin may not send this request. |
         *     | `role_required` | 403 | The person's role in the store does not allow this (dashboard). |
         *     | `not_found` | 404 | The path or the resource does not exist in this store. |
         *     | `method_not_allowed` | 405 | The path does not accept this method; see `Allow`. |
         *     | `request_timeout` | 408 | The request did not arrive in time. |
         *     | `conflict` | 409 | Another request is in progress, or has changed the resource. |
         *     | `payload_too_large` | 413 | The body is too large. |
         *     | `unsupported_media_type` | 415 | The body has another media type, charset or encoding. |
         *     | `idempotency_mismatch` | 422 | The Idempotency-Key was used with a different request. |
         *     | `rate_limited` | 429 | A rate limit is exceeded; see `Retry-After`. |
         *     | `headers_too_large` | 431 | The headers are too large. |
         *     | `internal` | 500 | An internal error. |
         *     | `model_unavailable` | 502 | The model provider has no credentials, failed, or ended the reply early. |
         *     | `unavailable` | 503 | The service is starting or stopping, or cannot reach its database. |
         *     | `timed_out` | 504 | The reply timed out. |
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "unauthorized" | "https_required" | "agent_limit_reached" | "origin_not_allowed" | "role_required" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "model_unavailable" | "unavailable" | "timed_out";
        /**
         * ErrorEvent
         * @description An error occurred during processing (source 6). Terminal; no `end` follows it (decision 0007).
         */
        ErrorEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "error";
            /** @description A human-readable message. */
            error: string;
            /** @description The HTTP status for this error if the stream had not started. */
            status: number;
            code: components["schemas"]["ErrorCode"];
        };
        /**
         * McpCapability
         * @description One MCP tool connection of an agent (source 2.2). Decision 0003 covers its types.
         */
        McpCapability: {
            /**
             * @description Name of a tool connection. `product_catalog` and `shop_knowledge` are built in; a type without a connection is stored and provides no tools.
             * @example product_catalog
             */
            type: string;
            /** @description Whether the agent may use this connection. */
            enabled: boolean;
        };
        /**
         * McpCapabilityApplied
         * @description One MCP tool connection of an agent, as it was sent (source 2.2).
         */
        McpCapabilityApplied: {
            /**
             * @description Name of a tool connection.
             * @example product_catalog
             */
            type: string;
            /** @description Whether the agent may use this connection. */
            enabled: boolean;
        };
        /**
         * TextEvent
         * @description A chunk of the reply's text. Clients concatenate chunks in arrival order.
         */
        TextEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            /** @description The chunk. */
            content: string;
        };
        /**
         * ToolResultEvent
         * @description The result of a tool call.
         */
        ToolResultEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_result";
            /** @description Tool name. */
            tool: string;
            /** @description Output of the tool. */
            output: Record<string, unknown>;
        };
        /**
         * ToolUseEvent
         * @description The agent is calling a tool.
         */
        ToolUseEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_use";
            /** @description Tool name. */
            tool: string;
            /** @description Input of the tool call. */
            input: Record<string, unknown>;
        };
        /**
         * WidgetTheme
         * @description Colours of the widget, each a hexadecimal colour (source 2.3).
         */
        WidgetTheme: {
            /** @example #1f6feb */
            primary_color: string;
            /** @example #ffffff */
            background_color: string;
            /** @example #1f2328 */
            text_color: string;
            /** @example #ddf4ff */
            user_message_color: string;
            /** @example #f6f8fa */
            bot_message_color: string;
        };
    };
    responses: {
        /** @description The request is invalid; the error names the field and the rule. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no session, it is expired, the sign-in failed or is older than 5 minutes. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The role does not allow it, the plan's limit is reached, or the request came from another site or over plain HTTP. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist, or belongs to a store of others. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It has changed meanwhile, or its state does not allow it. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has another media type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many attempts or messages. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request's headers are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An internal server error. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent's model provider has no credentials, failed, or ended the reply early. */
        ModelUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The reply timed out. */
        TimedOut: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is starting or stopping, or cannot reach its database. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description A store of the signed-in person. */
        StoreId: string;
        /** @description The session; not the secret of the cookie. */
        SessionId: string;
        /** @description The conversation. */
        ConversationId: string;
        /** @description The agent. */
        AgentId: string;
        /** @description The chatbot. */
        ChatbotId: string;
        /** @description The import. */
        ImportId: string;
        /** @description The document. */
        DocumentId: string;
        /** @description The id of the key; not the key. */
        KeyId: string;
        /** @description The notice. */
        NoticeId: string;
        /** @description The person. */
        UserId: string;
        /** @description The `next_cursor` of the page before. */
        Cursor: string;
        /** @description Maximum number of items of a page. */
        Limit: number;
        /** @description The first day. */
        From: string;
        /** @description The last day; at most 366 days after the first. */
        To: string;
        /** @description The first day. */
        FromOptional: string;
        /** @description The last day. */
        ToOptional: string;
        /**
         * @description IANA name.
         * @example Europe/Berlin
         */
        TimeZone: string;
        /** @description IANA name, for `from` and `to`; UTC if absent. */
        TimeZoneOptional: string;
        /** @description Those of this visitor. */
        VisitorFilter: string;
        /** @description Only conversations with this agent. */
        AgentFilter: string;
        /** @description Only conversations of this channel. */
        Channel: components["schemas"]["Channel"];
        /** @description Only conversations with such a reply; `without_help`: one that found nothing, was declined, failed or was stopped by a limit. */
        Result: components["schemas"]["ResultFilter"];
        /** @description Only conversations in which a product card was shown, its link followed, or its product put into the cart; `chosen` is either of these. */
        ProductEvent: "shown" | "clicked" | "added" | "chosen";
        /** @description Only conversations with this thumb. */
        Thumb: components["schemas"]["Thumb"];
        /** @description Words of a message. */
        Text: string;
        /** @description The format of the file. */
        ExportFormat: "json" | "csv";
        /** @description Whether the visitor's other conversations are deleted as well. */
        VisitorConversations: boolean;
        /** @description The version that was read. */
        Version: components["schemas"]["Version"];
        /** @description ISO 4217 code for prices without one; an import of a file that has such prices fails without it. */
        Currency: string;
        /** @description Address of the shop: products without a link get `/products/<id>` below it. */
        ShopUrl: string;
        /** @description Whether products that the file does not have are removed. */
        ReplaceAll: boolean;
        /** @description Maximum number of products. */
        ProductLimit: number;
        /** @description Words as a shopper writes them. */
        ProductQuery: string;
        /**
         * @description The name of the file, with its ending.
         * @example returns.md
         */
        FileName: string;
        /** @description A question as a shopper writes it. */
        Question: string;
    };
    requestBodies: never;
    headers: {
        /** @description `__Host-session` with Secure, HttpOnly, SameSite=Strict and Path=/; empty and expired at sign-out. */
        SessionCookie: string;
        /**
         * @description `Session`, with `error="insufficient_user_authentication"` where the sign-in is too old.
         * @example Session
         */
        WwwAuthenticate: string;
        /** @description Whole seconds until the same request is accepted. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeSignIn"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordSignIn"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkRequest"];
            };
        };
        responses: {
            /** @description Sent, if the address belongs to a person. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeSignIn"];
            };
        };
        responses: {
            /** @description The code is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Setup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupInput"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The methods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to send the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcStart"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcSignIn"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password is set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session; not the secret of the cookie. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOverview: {
        parameters: {
            query: {
                /**
                 * @description IANA name.
                 * @example Europe/Berlin
                 */
                time_zone: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalytics: {
        parameters: {
            query: {
                /** @description The first day. */
                from: components["parameters"]["From"];
                /** @description The last day; at most 366 days after the first. */
                to: components["parameters"]["To"];
                /**
                 * @description IANA name.
                 * @example Europe/Berlin
                 */
                time_zone: components["parameters"]["TimeZone"];
                /** @description Only conversations with this agent. */
                agent_id?: components["parameters"]["AgentFilter"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProductFigures: {
        parameters: {
            query: {
                /** @description The first day. */
                from: components["parameters"]["From"];
                /** @description The last day; at most 366 days after the first. */
                to: components["parameters"]["To"];
                /**
                 * @description IANA name.
                 * @example Europe/Berlin
                 */
                time_zone: components["parameters"]["TimeZone"];
                /** @description Only conversations with this agent. */
                agent_id?: components["parameters"]["AgentFilter"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductFigures"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAnalytics: {
        parameters: {
            query: {
                /** @description The first day. */
                from: components["parameters"]["From"];
                /** @description The last day; at most 366 days after the first. */
                to: components["parameters"]["To"];
                /**
                 * @description IANA name.
                 * @example Europe/Berlin
                 */
                time_zone: components["parameters"]["TimeZone"];
                /** @description Only conversations with this agent. */
                agent_id?: components["parameters"]["AgentFilter"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures as CSV, UTF-8. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items of a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only conversations with this agent. */
                agent_id?: components["parameters"]["AgentFilter"];
                /** @description Those of this visitor. */
                visitor_id?: components["parameters"]["VisitorFilter"];
                /** @description Only conversations of this channel. */
                channel?: components["parameters"]["Channel"];
                /** @description Only conversations with such a reply; `without_help`: one that found nothing, was declined, failed or was stopped by a limit. */
                result?: components["parameters"]["Result"];
                /** @description Only conversations with this thumb. */
                thumb?: components["parameters"]["Thumb"];
                /** @description Only conversations in which a product card was shown, its link followed, or its product put into the cart; `chosen` is either of these. */
                product?: components["parameters"]["ProductEvent"];
                /** @description The first day. */
                from?: components["parameters"]["FromOptional"];
                /** @description The last day. */
                to?: components["parameters"]["ToOptional"];
                /** @description IANA name, for `from` and `to`; UTC if absent. */
                time_zone?: components["parameters"]["TimeZoneOptional"];
                /** @description Words of a message. */
                text?: components["parameters"]["Text"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The conversation. */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteConversation: {
        parameters: {
            query?: {
                /** @description Whether the visitor's other conversations are deleted as well. */
                visitor_conversations?: components["parameters"]["VisitorConversations"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The conversation. */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationsDeleted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportConversation: {
        parameters: {
            query: {
                /** @description The format of the file. */
                format: components["parameters"]["ExportFormat"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The conversation. */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation as a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLeftMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeftMessageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishLeftMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description A message that waits. */
                left_message_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDashboardAgents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAgentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDashboardAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCreate"];
            };
        };
        responses: {
            /** @description The created agent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAgent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboardAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The agent. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAgent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDashboardAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The agent. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentUpdate"];
            };
        };
        responses: {
            /** @description The changed agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAgent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDashboardAgent: {
        parameters: {
            query: {
                /** @description The version that was read. */
                version: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The agent. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamTestChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The agent. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestChatRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ModelUnavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    getAgentOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models and tools. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentOptions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChatbots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chatbots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatbotList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createChatbot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatbotCreate"];
            };
        };
        responses: {
            /** @description The created chatbot. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chatbot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChatbot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chatbot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chatbot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateChatbot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatbotUpdate"];
            };
        };
        responses: {
            /** @description The changed chatbot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chatbot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteChatbot: {
        parameters: {
            query: {
                /** @description The version that was read. */
                version: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chatbot is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPreviewToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamPreviewChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewChatRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ModelUnavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    getSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The chatbot. */
                chatbot_id: components["parameters"]["ChatbotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snippet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snippet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importFile: {
        parameters: {
            query?: {
                /** @description ISO 4217 code for prices without one; an import of a file that has such prices fails without it. */
                currency?: components["parameters"]["Currency"];
                /** @description Address of the shop: products without a link get `/products/<id>` below it. */
                shop_url?: components["parameters"]["ShopUrl"];
                /** @description Whether products that the file does not have are removed. */
                replace_all?: components["parameters"]["ReplaceAll"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "text/tab-separated-values": unknown;
                "application/xml": unknown;
                "application/x-ndjson": unknown;
            };
        };
        responses: {
            /** @description The import has begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAddress"];
            };
        };
        responses: {
            /** @description The import has begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The import. */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSynonyms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Synonyms"];
            };
        };
        responses: {
            /** @description The words. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Synonyms"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLiveShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shop. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveShopState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectLiveShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveShopAddress"];
            };
        };
        responses: {
            /** @description The connected shop. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveShopState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    disconnectLiveShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    allowImageHosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowedImageHosts"];
            };
        };
        responses: {
            /** @description Allowed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchProducts: {
        parameters: {
            query?: {
                /** @description Words as a shopper writes them. */
                query?: components["parameters"]["ProductQuery"];
                /** @description Maximum number of products. */
                limit?: components["parameters"]["ProductLimit"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The products found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The address. */
                source_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Schedule"];
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKnowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The knowledge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Knowledge"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importKnowledgeText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeText"];
            };
        };
        responses: {
            /** @description The document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importKnowledgeFile: {
        parameters: {
            query: {
                /**
                 * @description The name of the file, with its ending.
                 * @example returns.md
                 */
                name: components["parameters"]["FileName"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description The document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importKnowledgeAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeAddress"];
            };
        };
        responses: {
            /** @description The document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The document. */
                document_id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeWithText"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteKnowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The document. */
                document_id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchKnowledge: {
        parameters: {
            query: {
                /** @description A question as a shopper writes it. */
                query: components["parameters"]["Question"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passages found, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Contact"];
            };
        };
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    improveQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description A message that asks the question. */
                message_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Improvement"];
            };
        };
        responses: {
            /** @description How the question is answered now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImprovedReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description The created key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revealApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The id of the key; not the key. */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    regenerateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The id of the key; not the key. */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRegenerate"];
            };
        };
        responses: {
            /** @description The new key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The id of the key; not the key. */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Invitation"];
            };
        };
        responses: {
            /** @description The person is invited. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The person. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The person. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleChange"];
            };
        };
        responses: {
            /** @description The changed person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNotices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notices"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setNoticeMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeMail"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testNotices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description The notice. */
                notice_id: components["parameters"]["NoticeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookAddress"];
            };
        };
        responses: {
            /** @description The secret that requests are signed with. It is shown once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items of a page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A store of the signed-in person. */
                store_id: components["parameters"]["StoreId"];
                /** @description An entry of the audit log. */
                entry_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Undone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
